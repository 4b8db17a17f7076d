# Sourced by tests: a Slurm cluster of this machine alone, of Debian's slurm-wlm, with configuration, sockets and logs in a
# folder of its own. Nothing of the machine's own Slurm, if there is one, is touched. Needs root, as slurmd does.
#   slurm_missing            says what is not there; status 1 when all of it is
#   slurm_start FOLDER CPUS  a node with so many processors, whether the machine has them or not
#   slurm_stop

slurm_missing() {
  local program
  for program in munged slurmctld slurmd sbatch srun scontrol squeue; do
    PATH=$PATH:/usr/sbin command -v $program > /dev/null || { echo "$program is missing (Debian: slurm-wlm, munge)"; return 0; }
  done
  [ "$(id -u)" -eq 0 ] || { echo "slurmd needs root"; return 0; }
  return 1
}

slurm_free_port() {
  /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

slurm_start() {
  slurm=$1
  local cpus=$2 host
  host=$(hostname -s)
  mkdir -p "$slurm/state" "$slurm/spool"
  chmod a+x "$slurm" "$(dirname "$slurm")"  # or munge refuses its socket
  head -c 1024 /dev/urandom > "$slurm/munge.key"
  chmod 600 "$slurm/munge.key"
  cat > "$slurm/slurm.conf" << END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(slurm_free_port)
SlurmdPort=$(slurm_free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
CredType=cred/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
PlugStackConfig=/dev/null
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0,requeue_delay=1
SlurmdParameters=config_overrides
JobRequeue=1
KillWait=20
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$slurm/slurm.conf
  PATH=$PATH:/usr/sbin
  munged --foreground --num-threads 2 --key-file="$slurm/munge.key" --socket="$slurm/munge.socket" --pid-file="$slurm/munged.pid" \
    --seed-file="$slurm/munge.seed" --log-file="$slurm/munged.log" > "$slurm/munged.out" 2>&1 &
  slurm_processes=$!
  for _ in $(seq 200); do [ -S "$slurm/munge.socket" ] && break; sleep 0.05; done
  slurmctld -D -c > "$slurm/slurmctld.out" 2>&1 &
  slurm_processes="$! $slurm_processes"
  slurmd -D -c -N "$host" > "$slurm/slurmd.out" 2>&1 &
  slurm_processes="$! $slurm_processes"
  for _ in $(seq 200); do
    sinfo -h -o %T 2> /dev/null | grep -q idle && return 0
    sleep 0.1
  done
  echo "the node does not come up:" >&2
  tail -5 "$slurm"/*.out "$slurm"/*.log >&2
  return 1
}

slurm_stop() {
  local process
  scancel --quiet --user="$(id -un)" 2> /dev/null
  for _ in $(seq 100); do [ -z "$(squeue -h 2> /dev/null)" ] && break; sleep 0.1; done
  for process in ${slurm_processes:-}; do
    kill "$process" 2> /dev/null
    for _ in $(seq 50); do kill -0 "$process" 2> /dev/null || break; sleep 0.1; done
    kill -KILL "$process" 2> /dev/null  # a daemon that could not speak to the others waits for them
    wait "$process" 2> /dev/null
  done
}
