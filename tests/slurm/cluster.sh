# SPDX-License-Identifier: Apache-2.0
# A cluster of two nodes, `one` and `two`, on this machine for a test, for the user who runs it: `start_cluster FOLDER` brings up munge, the
# controller and the nodes from Debian's packages on ports of their own, with all of their files in the folder, and sets SLURM_CONF; it prints
# why where that fails. `stop_cluster` ends them and what they run.
daemons=()

free_port() {
  local port
  while port=$((20000 + RANDOM)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || break
  done
  echo "$port"
}

# daemon NAME COMMAND...
daemon() {
  local log=$cluster/$1.log
  shift
  "$@" >"$log" 2>&1 </dev/null &
  daemons+=($!)
}

# within SECONDS COMMAND...: is it so, at the latest then?
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}

nodes_are_idle() { [ "$(sinfo --noheader --format="%t %D" 2>/dev/null)" = "idle 2" ]; }
no_jobs() { [ -z "$(squeue --noheader 2>/dev/null)" ]; }

# The name of the machine need not resolve. Nodes say that they have CPUs for two tasks at once.
configure() {
  local host
  host=$(uname -n) host=${host%%.*}
  cat >"$cluster/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
CredType=cred/munge
SlurmctldPort=$(free_port)
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool.%n
SlurmctldPidFile=$cluster/controller.pid
SlurmdPidFile=$cluster/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=1
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=4 State=UNKNOWN
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=$(free_port) CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
  # No cgroups are used, but a node looks for them unless it is told of which kind they would be.
  echo CgroupPlugin=cgroup/v1 >"$cluster/cgroup.conf"
}

start_cluster() {
  cluster=$1
  mkdir -p "$cluster/state"
  chmod 755 "$cluster" # munge wants that nobody else may write
  head -c 1024 /dev/urandom >"$cluster/munge.key"
  chmod 400 "$cluster/munge.key"
  configure
  export SLURM_CONF=$cluster/slurm.conf
  daemon munged munged --foreground --force --key-file="$cluster/munge.key" --socket="$cluster/munge.socket" \
    --pid-file="$cluster/munge.pid" --log-file="$cluster/munge.log" --seed-file="$cluster/munge.seed"
  within 30 test -S "$cluster/munge.socket" || { tail -n 3 "$cluster/munged.log"; return 1; }
  daemon slurmctld slurmctld -D -c -f "$SLURM_CONF"
  for node in one two; do daemon $node slurmd -D -N $node -f "$SLURM_CONF"; done
  within 60 nodes_are_idle || { tail -n 5 "$cluster"/{slurmctld,one,two}.log; return 1; }
}

stop_cluster() {
  if [ ${#daemons[@]} -gt 0 ]; then
    scancel --quiet --user="$(id -un)" 2>/dev/null
    within 10 no_jobs
    kill "${daemons[@]}" 2>/dev/null
    within 5 none_left || kill -KILL "${daemons[@]}" 2>/dev/null
    daemons=()
  fi
}
none_left() { ! kill -0 "${daemons[@]}" 2>/dev/null; }
