using System.Globalization;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// A node's folder on its machine: its files, its process and what they take. Everything is done by one script of the POSIX shell, so that a machine needs no program of ours. The
/// folder carries the deployment's id; one that carries another's, or none, is not touched.
/// </summary>
/// <param name="shell">Reaches the machine.</param>
/// <param name="folder">The folder.</param>
/// <param name="id">The deployment's id.</param>
internal sealed class NodeFolder(HostShell shell, string folder, string id)
{
    private const int PatienceS = 60;

    // A process is the node's only when its command line names the folder: ids are reused.
    private const string Script =
        """
        verb=$1 folder=$2 id=$3; shift 3
        owned() { [ "$(cat "$folder/deployment" 2>/dev/null)" = "$id" ]; }
        running() { pid=$(cat "$folder/pid" 2>/dev/null) && [ -n "$pid" ] && [ -e "/proc/$pid/cmdline" ] && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$folder"; }
        kill_tree() { for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do kill_tree "$child"; done; kill -KILL "$1" 2>/dev/null; }
        refuse() { printf '%s\n' "$1" >&2; exit 3; }
        case $verb in
        state)
          if [ ! -d "$folder" ] || [ -z "$(ls -A "$folder")" ]; then echo state=absent
          elif ! owned; then echo state=foreign
          elif running; then echo state=running; echo "pid=$pid"
          else echo state=stopped; fi
          if owned; then echo "used_kb=$(du -sk "$folder" 2>/dev/null | cut -f 1)"; fi
          place=$folder; while [ ! -d "$place" ]; do place=$(dirname "$place"); done
          set -- $(df -Pk "$place" | tail -n 1); echo "device=$1"; echo "free_kb=$4" ;;
        make)
          if [ -e "$folder" ] && ! owned && [ -n "$(ls -A "$folder")" ]; then refuse "$folder holds something else"; fi
          mkdir -p "$folder" && printf '%s\n' "$id" >"$folder/deployment" || exit 1
          for name; do mkdir -p "$folder/$name" || exit 1; done ;;
        write)
          owned || refuse "$folder is not this deployment's"
          mkdir -p "$(dirname "$folder/$2")"; umask 077
          cat >"$folder/$2.new" && chmod "$1" "$folder/$2.new" && mv "$folder/$2.new" "$folder/$2" ;;
        read) cat "$folder/$1" ;;
        reset)
          owned || refuse "$folder is not this deployment's"
          pid=$(cat "$folder/initialising" 2>/dev/null) && [ -n "$pid" ] && tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$folder" && kill_tree "$pid"
          for f in "$folder"/*; do case ${f##*/} in deployment|home) ;; *) rm -rf -- "$f" ;; esac; done ;;
        step)
          owned || refuse "$folder is not this deployment's"
          cd "$folder" && echo $$ >initialising && "$@"; code=$?
          rm -f "$folder/initialising"; exit $code ;;
        unpack)
          owned || refuse "$folder is not this deployment's"
          rm -rf "$folder/home.new" && mkdir -p "$folder/home.new" && tar "-x$1" -f - -C "$folder/home.new" --strip-components=1 && mv "$folder/home.new" "$folder/home" ;;
        has) [ -e "$folder/$1" ] ;;
        run) cd "$folder" && exec "$@" ;;
        start)
          owned || refuse "$folder is not this deployment's"
          running && exit 0
          script=$1; shift
          sh -c "$script" sh "$folder" "$@" </dev/null >/dev/null 2>&1 & ;;
        stop)
          if running; then
            kill -CONT "$pid"; kill "-$1" "$pid"
            n=0 until=$(($(date +%s) + $2))
            while running && [ "$(date +%s)" -lt "$until" ]; do n=$((n + 1)); if [ $n -lt 40 ]; then sleep 0.05; else sleep 0.5; fi; done
            if running; then kill -KILL "$pid" $(cat "/proc/$pid/task/$pid/children" 2>/dev/null); sleep 0.2; fi
          fi
          for g in $(cat "$folder/groups" 2>/dev/null); do [ -d "$g" ] && rmdir "$g"; done
          rm -f "$folder/pid" "$folder/groups" ;;
        tail) for name; do if [ -e "$folder/$name" ]; then grep -E 'ERROR|FATAL|Exception' "$folder/$name" | head -n 3; tail -n 4 "$folder/$name"; fi; done ;;
        remove)
          [ -e "$folder" ] || exit 0
          owned || refuse "$folder is not this deployment's"
          running && refuse "the node still runs"
          rm -rf -- "$folder"; rmdir "$(dirname "$folder")" 2>/dev/null || : ;;
        esac
        """;

    /// <summary>The folder.</summary>
    public string Path => folder;

    /// <summary>Reaches its machine.</summary>
    public HostShell Shell => shell;

    /// <summary>What is there now.</summary>
    public NodeState State(CancellationToken cancellation)
    {
        var found = shell.Must("Looking at a node", Script, Words("state"), cancellation: cancellation)
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split('=', 2))
            .Where(pair => pair.Length == 2)
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
        long? Kibibytes(string name) => long.TryParse(found.GetValueOrDefault(name), CultureInfo.InvariantCulture, out long kb) ? kb << 10 : null;
        return new NodeState(
            found.GetValueOrDefault("state") ?? "unknown",
            int.TryParse(found.GetValueOrDefault("pid"), CultureInfo.InvariantCulture, out int pid) ? pid : null,
            Kibibytes("used_kb"),
            Kibibytes("free_kb"),
            found.GetValueOrDefault("device"));
    }

    /// <summary>Makes the folder, with folders in it.</summary>
    /// <exception cref="ClusterException">It cannot be made, or holds something else.</exception>
    public void Make(IReadOnlyList<string> folders, CancellationToken cancellation) => Must("Making the folder of a node", "make", folders, null, cancellation);

    /// <summary>Writes a file.</summary>
    /// <param name="mode">Who may read it, as octal digits.</param>
    /// <param name="name">Its path in the folder.</param>
    /// <param name="text">Its content.</param>
    /// <param name="cancellation">Ends it early.</param>
    public void Write(string mode, string name, string text, CancellationToken cancellation) => Must($"Writing {name}", "write", [mode, name], text, cancellation);

    /// <summary>The content of a file; null where it is not there.</summary>
    public string? Read(string name, CancellationToken cancellation) => shell.Run(Script, Words("read", name), cancellation: cancellation) is { ExitCode: 0 } answer ? answer.Output : null;

    /// <summary>Removes what an interrupted beginning has left, and ends what may still work on it. Only for a node that has never been started.</summary>
    public void Reset(CancellationToken cancellation) => Must("Clearing what was left of a beginning", "reset", [], null, cancellation);

    /// <summary>Carries out a step of a node's beginning.</summary>
    /// <param name="command">The step.</param>
    /// <param name="input">What it reads; may be a secret.</param>
    /// <param name="cancellation">Ends it early.</param>
    public void Step(IReadOnlyList<string> command, string? input, CancellationToken cancellation) =>
        Must($"'{System.IO.Path.GetFileName(Program(command))}'", "step", command, input, cancellation);

    /// <summary>Whether something is in the folder.</summary>
    public bool Has(string name, CancellationToken cancellation) => shell.Run(Script, Words("has", name), cancellation: cancellation).ExitCode == 0;

    /// <summary>Unpacks an archive of this machine into the folder's <c>home</c>, without the archive's own top folder.</summary>
    /// <param name="archive">The archive.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="ClusterException">It cannot be read or unpacked.</exception>
    public void Unpack(string archive, CancellationToken cancellation)
    {
        string kind = archive.EndsWith("xz", StringComparison.Ordinal) ? "J" : archive.EndsWith(".tar", StringComparison.Ordinal) ? string.Empty : "z";
        var answer = shell.Run(
            Script,
            Words("unpack", kind),
            writer =>
            {
                using var file = File.OpenRead(archive);
                file.CopyTo(writer.BaseStream);
            },
            cancellation);
        if (answer.ExitCode != 0)
        {
            throw new ClusterException($"{archive} cannot be unpacked on {shell.Name}: {answer.Words}");
        }
    }

    /// <summary>Runs a command in the folder.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="input">What it reads; may be a secret.</param>
    /// <param name="cancellation">Ends it early.</param>
    public HostAnswer Run(IReadOnlyList<string> command, string? input, CancellationToken cancellation) => shell.Run(Script, Words("run", [.. command]), input, cancellation);

    /// <summary>Begins the process, unless it runs.</summary>
    /// <param name="command">The program and its arguments, what holds it to limits before it.</param>
    /// <param name="cancellation">Ends it early.</param>
    public void Start(IReadOnlyList<string> command, CancellationToken cancellation) =>
        Must("Starting a node", "start", [ServerStart.Script, ServerStart.OutputLog, .. command], null, cancellation);

    /// <summary>Ends the process, letting it write what it holds; one that does not end is killed.</summary>
    public void Stop(string signal, CancellationToken cancellation) =>
        Must("Stopping a node", "stop", [signal, PatienceS.ToString(CultureInfo.InvariantCulture)], null, cancellation);

    /// <summary>What its logs say went wrong, and where it got to.</summary>
    public string Tail(IEnumerable<string> logs, CancellationToken cancellation) => shell.Run(Script, Words("tail", [.. logs]), cancellation: cancellation).Words;

    /// <summary>Removes the folder with all that is in it.</summary>
    public void Remove(CancellationToken cancellation) => Must("Removing the folder of a node", "remove", [], null, cancellation);

    private static string Program(IReadOnlyList<string> command) =>
        command.FirstOrDefault(word => word.Contains("initdb", StringComparison.Ordinal) || word.Contains("install-db", StringComparison.Ordinal)) ?? command[0];

    private void Must(string what, string verb, IReadOnlyList<string> arguments, string? input, CancellationToken cancellation) =>
        shell.Must(what, Script, Words(verb, [.. arguments]), input, cancellation);

    private string[] Words(string verb, params string[] arguments) => [verb, folder, id, .. arguments];
}

/// <summary>What a node's machine says of it.</summary>
/// <param name="State"><c>absent</c>, <c>foreign</c> (the folder holds something else), <c>stopped</c> or <c>running</c>.</param>
/// <param name="ProcessId">Its process.</param>
/// <param name="UsedBytes">What its folder takes.</param>
/// <param name="FreeBytes">What is free on its disk.</param>
/// <param name="Device">Its disk.</param>
internal sealed record NodeState(string State, int? ProcessId, long? UsedBytes, long? FreeBytes, string? Device);
