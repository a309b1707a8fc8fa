"""Files, and parts of large files, checked and counted by Apache Spark; hexloupe is the worker.

    spark-submit spark_check.py OUT FILE...

writes OUT/check.jsonl and OUT/stats.jsonl: what one run of `hexloupe check --format jsonl` and
`hexloupe stats --format json` prints of the files, byte for byte. The files must have the same path
on every worker (a shared file system), and so must the program (the variable HEXLOUPE, or PATH).

A file of more than PART bytes is cut into parts; the tasks are (path, part, parts), and each worker
starts the program once per task. Each worker writes the records of its tasks below OUT, which must
be shared too, and `hexloupe merge` puts them together: it refuses a part that is missing.

Tried with pyspark 3.5 and 4.3 in local mode.
"""

import glob
import os
import shutil
import subprocess
import sys

from pyspark.sql import SparkSession

HEXLOUPE = os.environ.get("HEXLOUPE", "hexloupe")
PART = int(os.environ.get("PART", 128 << 20))
COMMANDS = {
    "check": ["check", "--format", "jsonl"],
    "stats": ["stats", "--format", "json"],
}


def tasks(paths):
    """Each file as one task per part."""
    for path in paths:
        of = max(1, -(-os.path.getsize(path) // PART))
        for number in range(1, of + 1):
            yield path, number, of


def run(command):
    """The worker of mapPartitions: the records of some tasks."""

    def of_partition(some):
        for path, number, of in some:
            line = [HEXLOUPE, *COMMANDS[command], "--part", f"{number}/{of}", "--", path]
            done = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for record in done.stdout:
                yield record.decode().rstrip("\n")
            said = done.stderr.read().decode().strip()
            # 1 says that something was found.
            if done.wait() > 1:
                raise RuntimeError(said)

    return of_partition


def main(out, paths):
    spark = SparkSession.builder.appName("hexloupe").getOrCreate()
    todo = list(tasks(paths))
    os.makedirs(out, exist_ok=True)
    code = 0
    for command in COMMANDS:
        records = spark.sparkContext.parallelize(todo, len(todo)).mapPartitions(run(command))
        parts = os.path.abspath(os.path.join(out, f"{command}.parts"))
        records.saveAsTextFile(f"file://{parts}")
        files = sorted(glob.glob(os.path.join(glob.escape(parts), "part-*")))
        with open(os.path.join(out, f"{command}.jsonl"), "wb") as file:
            merged = subprocess.run([HEXLOUPE, "merge", *files], stdout=file, check=False)
        code = max(code, merged.returncode)
        shutil.rmtree(parts)
    spark.stop()
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
