// The statement of a question: checked against what is shown, and signed with a passkey. docs/protocol.md has the format.

const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = (data) => crypto.subtle.digest("SHA-256", data);

export function base64url(buffer) {
  let text = "";
  for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function digestOf(rows) {
  const parts = [];
  for (const text of rows.flat()) {
    const raw = bytes(text);
    parts.push(bytes(`${raw.length}:`), raw, bytes(","));
  }
  return hex(await sha256(await new Blob(parts).arrayBuffer()));
}

export const valueOf = (statement, name) => statement.split("\n").find((line) => line.startsWith(name + " "))?.slice(name.length + 1);

/** The bytes to sign, if the statement is of this question as this page shows it; `picture`: its PNG, or null. */
export async function statementFor(question, lifespan, picture) {
  const statement = question.statement;
  const lines = statement.split("\n");
  if (lines.length !== 11 || lines[0] !== "interlock statement 1" || lines[10] !== "") throw new Error("not a statement");
  if (valueOf(statement, "question") !== question.id) throw new Error("the statement is of another question");
  if (valueOf(statement, "shown") !== await digestOf(question.shown)) throw new Error("the statement is not of what is shown");
  if (valueOf(statement, "done") !== await digestOf(question.done)) throw new Error("the statement is not of what would be done");
  const seen = picture ? hex(await sha256(picture)) : "none";
  if (valueOf(statement, "picture") !== seen) throw new Error("the statement is of another picture");
  return bytes(statement.replace(/^lifespan .*$/m, "lifespan " + lifespan));
}

/** An assertion as the method `answer` takes it. */
export async function sign(statement) {
  const made = await navigator.credentials.get({publicKey: {
    challenge: await sha256(statement), rpId: location.hostname, userVerification: "required", timeout: 120000}});
  return {credential: base64url(made.rawId), authenticator_data: base64url(made.response.authenticatorData),
          client_data: base64url(made.response.clientDataJSON), signature: base64url(made.response.signature)};
}

/** Makes a passkey; the line for the policy. The key never leaves the authenticator. */
export async function newPasskey(name) {
  const made = await navigator.credentials.create({publicKey: {
    rp: {name: "interlock", id: location.hostname},
    user: {id: crypto.getRandomValues(new Uint8Array(16)), name, displayName: name},
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    pubKeyCredParams: [{type: "public-key", alg: -7}, {type: "public-key", alg: -8}],
    authenticatorSelection: {residentKey: "required", userVerification: "required"}}});
  return `passkey ${location.origin} ${base64url(made.rawId)} ${base64url(made.response.getPublicKey())}`;
}
