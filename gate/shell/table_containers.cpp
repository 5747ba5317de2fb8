// Containers, clusters, virtual machines.
#include "gate/shell/rows.h"

namespace interlock::gate::shell {

Table container_table() {
  static constexpr Row rows[] = {
      {"docker podman nerdctl", "rm|kill", "", "", "deletes or kills containers"},
      {"docker podman nerdctl", "container rm|remove|kill|prune", "", "", "deletes or kills containers"},
      {"docker podman nerdctl", "rmi", "-f --force", "", "deletes images"},
      {"docker podman nerdctl", "image|images prune", "", "", "deletes images"},
      {"docker podman nerdctl", "image rm|remove", "-f --force", "", "deletes images"},
      {"docker podman nerdctl", "volume rm|remove|prune", "", "", "deletes volumes and what they hold"},
      {"docker podman nerdctl", "system prune|reset", "", "",
       "deletes containers, images and networks that do not run"},
      {"docker podman nerdctl",
       "network|builder|buildx|context|secret|config|stack|service|node|plugin|manifest|trust|pod|machine "
       "rm|remove|prune",
       "", "", "deletes what containers rely on"},
      {"docker podman nerdctl", "swarm leave", "", "", "takes this machine out of its cluster"},
      {"docker podman nerdctl", "stop", "", "", "stops containers"},
      {"docker docker-compose podman-compose podman nerdctl", "compose down", "-v --volumes --rmi", "",
       "deletes containers and the volumes they hold"},
      {"docker-compose podman-compose", "down", "-v --volumes --rmi", "",
       "deletes containers and the volumes they hold"},
      {"docker docker-compose podman-compose podman", "compose rm|kill", "", "", "deletes or kills containers"},
      {"docker-compose podman-compose", "rm|kill", "", "", "deletes or kills containers"},
      {"docker podman nerdctl", "run|create|exec", "--privileged --pid=host --cap-add=ALL --cap-add=SYS_ADMIN", "",
       "gives a container the whole machine"},
      {"docker podman nerdctl", "run|create", "-v/:/host --volume=/:/host", "", "gives a container the whole machine"},
      {"kubectl k oc kubecolor", "delete", "", "", "deletes resources of a cluster"},
      {"kubectl k oc", "drain|evict", "", "", "takes a node out of use"},
      {"kubectl k oc", "replace|apply", "--force", "", "deletes a resource and makes it anew"},
      {"kubectl k oc", "apply", "--prune", "", "deletes resources that are not in the files"},
      {"kubectl k oc", "apply|create|replace", "-k --kustomize", "diff", "changes a cluster by what stands elsewhere"},
      {"kubectl k oc", "scale", "--replicas=0", "", "stops what runs in a cluster"},
      {"kubectl k oc", "set|patch", "", "--dry-run --list --local", "changes resources of a cluster"},
      {"kubectl k oc", "rollout undo|restart", "", "", "replaces what runs in a cluster"},
      {"kubectl k oc", "config delete-*|unset", "", "", "deletes how a cluster is reached"},
      {"kubectl k oc", "scale", "", "", "changes how much runs in a cluster"},
      {"helm", "uninstall|delete|del|un", "", "", "removes what runs in a cluster"},
      {"helm", "rollback", "", "", "replaces what runs in a cluster"},
      {"helm", "plugin|repo uninstall|remove|rm", "", "", "removes a part of helm"},
      {"helmfile", "destroy|delete|apply|sync", "", "", "changes what runs in a cluster"},
      {"k3d kind minikube k3s eksctl kops crc", "delete|stop", "", "", "deletes or stops a cluster"},
      {"k3d kind eksctl kops", "cluster delete|stop", "", "", "deletes or stops a cluster"},
      {"k3s-uninstall.sh k3s-agent-uninstall.sh k3s-killall.sh", "", "", "", "removes a cluster"},
      {"kubeadm", "reset", "", "", "takes this machine out of its cluster"},
      {"etcdctl", "del|member", "", "list", "deletes what a cluster knows"},
      {"argocd", "app delete|sync|rollback", "", "", "changes what runs in a cluster"},
      {"flux", "uninstall|delete|suspend", "", "", "changes what runs in a cluster"},
      {"istioctl", "uninstall", "", "", "removes a part of a cluster"},
      {"vagrant", "destroy|halt", "", "", "deletes or stops a virtual machine"},
      {"vagrant", "box|snapshot remove|delete|prune|restore", "", "", "deletes a virtual machine's state"},
      {"virsh",
       "destroy|undefine|shutdown|reset|vol-delete|pool-delete|pool-destroy|net-destroy|net-undefine|snapshot-delete|"
       "managedsave-remove",
       "", "", "deletes or stops a virtual machine"},
      {"VBoxManage vboxmanage", "unregistervm|closemedium|natnetwork|hostonlyif|snapshot|controlvm",
       "--delete --delete-all remove delete poweroff reset acpipowerbutton", "", "deletes or stops a virtual machine"},
      {"multipass", "delete|purge|stop", "", "", "deletes or stops a virtual machine"},
      {"lxc incus", "delete|stop|rm", "", "", "deletes or stops a container"},
      {"lxc-destroy lxc-stop machinectl-remove", "", "", "", "deletes or stops a container"},
      {"machinectl", "remove|terminate|kill|poweroff", "", "", "deletes or stops a container"},
      {"qm pct", "destroy|stop|rollback|delsnapshot", "", "", "deletes or stops a virtual machine"},
      {"nomad", "job|system|node|volume stop|gc|drain|purge|delete|deregister|force-leave", "", "",
       "stops what runs in a cluster"},
      {"nomad", "stop", "", "", "stops what runs in a cluster"},
      {"distrobox toolbox", "rm|rmi|stop", "", "", "deletes a container"},
  };
  return {"container_destruction", rows};
}

}  // namespace interlock::gate::shell
