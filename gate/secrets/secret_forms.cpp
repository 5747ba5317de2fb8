#include "gate/secrets/secret_forms.h"

#include <array>

namespace interlock::gate {
namespace {

constexpr auto forms = std::to_array<SecretForm>({
    {"a private key", R"(-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)"},
    {"a private key", R"(\bAGE-SECRET-KEY-1[A-Z0-9]{50,})"},
    {"a password in an address",
     R"(\b[a-zA-Z][a-zA-Z0-9+.\-]{1,30}://[^\s/:@"'<>$]*:([^\s/@"'<>${}*]+)@[A-Za-z0-9\[])"},
    {"a JSON web token",
     R"(\beyJ[A-Za-z0-9_\-]{10,}\.(?:eyJ|[A-Za-z0-9_\-]{10,}\.)[A-Za-z0-9_\-]*(?:\.[A-Za-z0-9_\-]+)?)"},
    {"an AWS access key", R"(\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}\b)"},
    {"an AWS key", R"(\bABSK[A-Za-z0-9+/]{60,})"},
    {"a GitHub token", R"(\bgh[pousr]_[A-Za-z0-9]{30,})"},
    {"a GitHub token", R"(\bgithub_pat_[A-Za-z0-9_]{20,})"},
    {"a GitLab token", R"(\bgl(?:pat|dt|rt|ptt|ft|soat|cbt|oas|imt|agent|ffct)-[A-Za-z0-9_\-]{16,})"},
    {"a Slack token", R"(\bxox[abeoprs]-[A-Za-z0-9\-]{10,})"},
    {"a Slack token", R"(\bxapp-\d-[A-Za-z0-9\-]{20,})"},
    {"a Slack webhook", R"(\bhooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9+/]{20,})"},
    {"a Stripe key", R"(\b[rsp]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/]{20,})"},
    {"a Google key", R"(\bAIza[A-Za-z0-9_\-]{35}|\bya29\.[A-Za-z0-9_\-]{20,}|\bGOCSPX-[A-Za-z0-9_\-]{20,})"},
    {"an npm token", R"(\bnpm_[A-Za-z0-9]{30,})"},
    {"a PyPI token", R"(\bpypi-[A-Za-z0-9_\-]{40,})"},
    {"a RubyGems key", R"(\brubygems_[A-Za-z0-9]{40,})"},
    {"a Docker token", R"(\bdckr_(?:pat|oat)_[A-Za-z0-9_\-]{20,})"},
    {"a model provider's key",
     R"(\bsk-(?:ant|proj|admin|svcacct|or|lf)-[A-Za-z0-9_\-]{20,}|\bsk-[A-Za-z0-9]{32,}|\b(?:gsk_|pplx-|xai-|r8_)[A-Za-z0-9]{30,})"},
    {"a Hugging Face token", R"(\bhf_[A-Za-z0-9]{30,}|\bapi_org_[A-Za-z0-9]{30,})"},
    {"a SendGrid key", R"(\bSG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{20,})"},
    {"a Twilio key", R"(\b(?:AC|SK)[0-9a-f]{32}\b)"},
    {"a Mailchimp key", R"(\b[0-9a-f]{32}-us[0-9]{1,2}\b)"},
    {"a Mailgun key", R"(\bkey-[A-Za-z0-9]{32,})"},
    {"a Vault token", R"(\bhv[sbr]\.[A-Za-z0-9_\-]{20,})"},
    {"a Terraform token", R"(\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_\-]{60,})"},
    {"a Databricks token", R"(\bdapi[a-f0-9]{32})"},
    {"a DigitalOcean token", R"(\bdo[oprt]_v1_[a-f0-9]{60,})"},
    {"a Cloudflare token", R"(\bcf(?:ut|at|k)_[A-Za-z0-9_\-]{30,})"},
    {"a Fly.io token", R"(\bfm[12][a-z]*_[A-Za-z0-9_\-+/=,]{40,})"},
    {"a Grafana token", R"(\bglsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|\bglc_[A-Za-z0-9+/]{32,}={0,3})"},
    {"a Sentry token", R"(\bsntry[su]_[A-Za-z0-9+/=_\-]{40,})"},
    {"a 1Password token", R"(\bops_eyJ[A-Za-z0-9+/=]{40,})"},
    {"a Pulumi token", R"(\bpul-[a-z0-9]{40}\b)"},
    {"a Sourcegraph token", R"(\bsgp_(?:local_|[a-fA-F0-9]{16}_)?[a-fA-F0-9]{40})"},
    {"a Shopify token", R"(\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})"},
    {"a Square token", R"(\bsq0(?:atp|csp)-[A-Za-z0-9_\-]{22,}|\bEAAA[A-Za-z0-9_\-]{56,})"},
    {"a Facebook token", R"(\bEAA[A-Za-z0-9]{80,})"},
    {"a Postman key", R"(\bPMAK-[A-Za-z0-9\-]{50,})"},
    {"a Notion token", R"(\b(?:ntn|secret)_[A-Za-z0-9]{40,})"},
    {"a New Relic key", R"(\bNR(?:AK|II|IQ|BR|RA)-[A-Za-z0-9_\-]{15,})"},
    {"a PostHog key", R"(\bph[cx]_[A-Za-z0-9_]{30,})"},
    {"a Linear key", R"(\blin_(?:api|oauth)_[A-Za-z0-9]{30,})"},
    {"a Figma token", R"(\bfig[du]_[A-Za-z0-9_\-]{30,})"},
    {"a Netlify token", R"(\bnfp_[A-Za-z0-9]{30,})"},
    {"a ReadMe key", R"(\brdme_[A-Za-z0-9]{40,})"},
    {"a LangSmith key", R"(\blsv2_(?:pt|sk)_[A-Za-z0-9_]{30,})"},
    {"a Tailscale key", R"(\btskey-[a-z]+-[A-Za-z0-9\-]{20,})"},
    {"a Doppler token", R"(\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._\-]{30,})"},
    {"a Duffel token", R"(\bduffel_(?:live|test)_[A-Za-z0-9_\-]{30,})"},
    {"a Shippo token", R"(\bshippo_(?:live|test)_[A-Za-z0-9]{30,})"},
    {"a Telegram bot's token", R"(\b\d{8,10}:[A-Za-z0-9_\-]{35}\b)"},
    {"a Discord token", R"(\b[MNO][A-Za-z0-9_\-]{23,25}\.[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,})"},
    {"an Atlassian token", R"(\bAT(?:ATT|CTT)3[A-Za-z0-9_\-=]{50,}|\bATBB[A-Za-z0-9]{24,})"},
    {"an OpenShift token", R"(\bsha256~[A-Za-z0-9_\-]{40,})"},
    {"an Azure secret", R"(\b[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.\-]{31,34})"},
    {"an Azure key", R"((?i:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,}={0,2}))"},
    {"a signed address", R"([?&;]sig=([A-Za-z0-9%+/=_\-]{30,}))"},
    {"what looks like a key", R"(\b(?:sk|rk|api|key|tok|token|secret|test|live|priv?)_[a-f0-9]{24,}\b)"},
    {"the secret of one-time codes",
     R"((?i)\botpauth(?:-migration)?://[^\s"'<>]*?[?&](?:secret|data)=([A-Za-z0-9%+/=_\-]{8,}))"},
    {"a wallet's key",
     R"(\b[xyzt]prv[1-9A-HJ-NP-Za-km-z]{80,}|\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b|\bnsec1[a-z0-9]{50,})"},
    {"an Artifactory key", R"(\bAKCp[A-Za-z0-9]{10,})"},
});

}  // namespace

std::span<const SecretForm> secret_forms() {
  return forms;
}

}  // namespace interlock::gate
