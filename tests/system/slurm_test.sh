#!/bin/bash
# The job script of examples/cluster on a Slurm of this machine alone: told to stop by Slurm, queued again, killed, and
# submitted anew, a study ends with the bytes of one process. Skipped where slurm-wlm is not installed.

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
. "$here/one_machine_slurm.sh"

if [ -n "${SANITIZE:-}" ] || [ ! -e "$(dirname "$GBHO")/gbho-mpi.so" ]; then
  echo "this build has no MPI, or sanitizers, which MPI is not made for"
  exit 77
fi
slurm_missing && exit 77
script=$(cd "$here/../.." && pwd)/examples/cluster/study.slurm

# Jobs find gbho as a user's would.
PATH=$(cd "$(dirname "$GBHO")" && pwd):$PATH
mkdir -p .run
: > .run/stdout; : > .run/stderr
command_line="slurm"
trap 'slurm_stop; rm -rf "$folder"' EXIT
slurm_start "$folder/slurm" 4 || { fail "Slurm does not start"; finish; }

cat > digits.toml << 'END'
name   = "digits"
method = "random"

[data]
name  = "mnist-1k"
split = [0.6, 0.4]

[model]
kind   = "mlp"
hidden = [40]

[[hyperparameter]]
name   = "l2"
layers = ["hidden", "output"]
low    = -10
high   = 0

[lower]
epochs        = 500
learning_rate = 0.1

[random]
points = 32
END
run tune digits.toml --no-store --json one.json --progress none
expect_status 0

state_of() { scontrol show job "$1" 2> /dev/null | grep -o 'JobState=[A-Z_]*' | cut -d= -f2; }
restarts_of() { scontrol show job "$1" | grep -o 'Restarts=[0-9]*' | cut -d= -f2; }
# wait_for WHAT TEST...
wait_for() {
  local what=$1
  shift
  for _ in $(seq 1800); do "$@" && return 0; sleep 0.2; done
  fail "waited in vain for $what; squeue: $(squeue -h -o '%i %T %r')"
  cat slurm-*.out >&2
  return 1
}
state_is() { [ "$(state_of "$1")" = "$2" ]; }
is_training() { "$GBHO" show digits --store studies.db 2> /dev/null | grep -q "digits" && [ -s studies.db.live/1.json ]; }
was_restarted() { [ "$(restarts_of "$1")" -ge "$2" ]; }
# Slurm lets a job that was queued again wait for two minutes. In the second in which it was ended it would be taken for
# the one that was: "Job credential revoked".
hurry() { sleep 2; scontrol update JobId="$1" StartTime=now 2> /dev/null; }

submit() { sbatch --parsable --ntasks="$1" --time=60 "$script" digits.toml; }

# Told to stop, as before a time limit: the study is left, the job is queued again and goes on.
job=$(submit 4)
wait_for "a run" is_training
sleep 2
scancel --signal=TERM "$job"
wait_for "its return to the queue" was_restarted "$job" 1
grep -q "stopped; go on with" "slurm-$job.out" || fail "it was not left in good order: $(cat "slurm-$job.out")"
"$GBHO" show digits --store studies.db | grep -q interrupted || fail "not interrupted: $("$GBHO" show digits --store studies.db)"
hurry "$job"
wait_for "its second life" is_training
sleep 2

# A rank that is killed takes the job with it; submitted anew, with another number of ranks, it goes on.
kill -KILL "$(scontrol listpids "$job" | awk '$5 == 2 { print $1 }' | tail -1)"
wait_for "its end" state_is "$job" FAILED
job=$(submit 3)
wait_for "the last end" state_is "$job" COMPLETED
same one.json digits.json
[ "$(grep -c digits "slurm-$job.out")" -gt 0 ] || fail "nothing was printed"
finish
