"""The compose file and the manifest for Kubernetes: what the agent's container has and has not, and whether real parsers read them."""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import unittest
from typing import Any

from desk import SOURCE

try:
    import yaml
except ImportError:
    yaml = None

COMPOSE = SOURCE / "packaging" / "container" / "compose.yaml"
PODS = SOURCE / "packaging" / "kubernetes" / "desktop-pod.yaml"
AGENTS = "/run/interlock/desktop"


def documents(path: pathlib.Path) -> list[dict[str, Any]]:
    class Strict(yaml.SafeLoader):  # a key that stands twice is a mistake
        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            assert len(keys) == len(set(keys)), f"{path.name}:{node.start_mark.line + 1}: a key stands twice"
            return super().construct_mapping(node, deep)

    return list(yaml.load_all(path.read_text(), Strict))


@unittest.skipUnless(yaml, "python3-yaml is not installed")
class Manifests(unittest.TestCase):
    def ids(self) -> tuple[int, int]:
        """The agent's user and group, as packaging/container/setup makes them."""
        setup = (SOURCE / "packaging" / "container" / "setup").read_text()
        user = re.search(r"--uid (\d+) --groups interlock-agents agent", setup)
        group = re.search(r"groupadd --gid (\d+) interlock-agents", setup)
        assert user and group
        return int(user[1]), int(group[1])

    def test_the_agent_of_the_pod_has_its_socket_and_nothing_else_of_the_desktop(self) -> None:
        pod = next(each for each in documents(PODS) if each["kind"] == "Pod")
        spec = pod["spec"]
        for shared in ("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace"):
            self.assertFalse(spec.get(shared, False), shared)
        self.assertIs(spec["automountServiceAccountToken"], False)
        desktop, agent = ({each["name"]: each for each in spec["containers"]}[name] for name in ("desktop", "agent"))
        mounts = {each["mountPath"]: each for each in agent["volumeMounts"]}
        self.assertEqual(set(mounts), {AGENTS, "/tmp"})
        self.assertTrue(mounts[AGENTS]["readOnly"])
        self.assertIn(AGENTS, [each["mountPath"] for each in desktop["volumeMounts"]])
        others = {each["name"] for each in desktop["volumeMounts"]} - {mounts[AGENTS]["name"]}
        self.assertFalse(others & {each["name"] for each in agent["volumeMounts"]}, "volumes that both have")
        security = agent["securityContext"]
        self.assertEqual((security["runAsUser"], security["runAsGroup"]), self.ids())
        self.assertEqual((security["capabilities"], security["allowPrivilegeEscalation"]), ({"drop": ["ALL"]}, False))

    def test_the_parts_of_the_manifest_fit_together(self) -> None:
        pod, claim, network = documents(PODS)
        self.assertEqual([each["kind"] for each in (pod, claim, network)], ["Pod", "PersistentVolumeClaim", "NetworkPolicy"])
        volumes = {each["name"] for each in pod["spec"]["volumes"]}
        for container in pod["spec"]["containers"]:
            self.assertLessEqual({each["name"] for each in container["volumeMounts"]}, volumes)
        claimed = [each["persistentVolumeClaim"]["claimName"] for each in pod["spec"]["volumes"] if "persistentVolumeClaim" in each]
        self.assertEqual(claimed, [claim["metadata"]["name"]])
        self.assertEqual(network["spec"]["podSelector"]["matchLabels"], pod["metadata"]["labels"])
        self.assertEqual((network["spec"]["ingress"], sorted(network["spec"]["policyTypes"])), ([], ["Egress", "Ingress"]))
        # Another desktop by sed has nothing of this one.
        self.assertNotIn("desk-7", PODS.read_text().replace("desk-7", "desk-8"))

    def test_the_agent_of_the_compose_file_has_its_socket_and_no_network(self) -> None:
        (compose,) = documents(COMPOSE)
        desktop, agent = compose["services"]["desktop"], compose["services"]["agent"]
        self.assertEqual(agent["network_mode"], "none")
        self.assertEqual(agent["user"], "{}:{}".format(*self.ids()))
        self.assertEqual(agent["volumes"], [f"agents:{AGENTS}:ro", "./agent:/agent:ro"])
        self.assertIn(f"agents:{AGENTS}", desktop["volumes"])
        for service in (desktop, agent):
            self.assertEqual((service["cap_drop"], service.get("privileged", False)), (["ALL"], False))
        self.assertTrue((COMPOSE.parent / desktop["build"]["context"] / desktop["build"]["dockerfile"]).exists())
        for name in (each.split(":")[0] for service in (desktop, agent) for each in service["volumes"]):
            self.assertTrue(name.startswith("./") or name in compose["volumes"], name)
        self.assertLessEqual(set(desktop["networks"]), set(compose["networks"]))
        for name, about in agent["depends_on"].items():
            self.assertEqual(about, {"condition": "service_healthy"})
            self.assertIn("healthcheck", compose["services"][name])

    def test_the_group_of_the_agents_folder_holds_without_more_capabilities(self) -> None:
        """A chmod with the bit for the group comes before the folder gets that group: the containers have no FSETID."""
        start = (COMPOSE.parent / "agent-desktop").read_text()
        self.assertLess(start.index('install -d -m 2710 -o root -g root "$lent"'), start.index('chown desktop:interlock-agents "$lent"'))
        pod = next(each for each in documents(PODS) if each["kind"] == "Pod")
        added = next(each for each in pod["spec"]["containers"] if each["name"] == "desktop")["securityContext"]["capabilities"]["add"]
        self.assertEqual(added, documents(COMPOSE)[0]["services"]["desktop"]["cap_add"])

    def test_the_volume_of_the_audit_log_is_given_to_the_desktop(self) -> None:
        """It belongs to root when it is new, and interlockd could not write its log."""
        start = (COMPOSE.parent / "agent-desktop").read_text()
        home = re.search(r"^home=(\S+)$", start, re.M)
        given = re.search(r"^install -d -m 700 -o desktop -g desktop (.*\.local.*)$", start, re.M)
        assert home and given
        folders = given[1].replace("$home", home[1]).split()
        pod = next(each for each in documents(PODS) if each["kind"] == "Pod")
        desktop = next(each for each in pod["spec"]["containers"] if each["name"] == "desktop")
        (audit,) = (each["mountPath"] for each in desktop["volumeMounts"] if each["name"] == "audit")
        self.assertIn(f"audit:{audit}", documents(COMPOSE)[0]["services"]["desktop"]["volumes"])
        self.assertEqual(folders[-1], audit)
        for parent in (pathlib.PurePath(audit).parent, pathlib.PurePath(audit).parent.parent):
            self.assertIn(str(parent), folders, "the runtime makes it for the volume")

    @unittest.skipUnless(shutil.which("docker-compose"), "docker-compose is not installed")
    def test_docker_compose_reads_the_compose_file(self) -> None:
        done = subprocess.run(["docker-compose", "-f", str(COMPOSE), "config"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("network_mode: none", done.stdout)


if __name__ == "__main__":
    unittest.main()
