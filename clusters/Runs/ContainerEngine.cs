using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// The container engine of this machine: <c>docker</c>, or <c>podman</c> when docker does not answer.
/// <see cref="RunContainer"/> and <see cref="ContainerLeftovers"/> give it commands. The verb <c>targets</c> and the message
/// about a missing server suggest it. A process searches for it once.
/// </summary>
public sealed class ContainerEngine
{
    private const string Remedy = "Install docker or podman, start the installed one, or let this account use it (group docker).";
    private static readonly string[] Programs = ["docker", "podman"];
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);
    private static readonly Lazy<(ContainerEngine? Engine, string Said)> Found = new(Find);

    /// <summary>An engine that was found. Tests pass a script.</summary>
    internal ContainerEngine(string program, string version) => (Program, Version) = (program, version);

    /// <summary>The engine; null when none answers. A process searches once, at the first call.</summary>
    public static ContainerEngine? OfThisMachine => Found.Value.Engine;

    /// <summary>The program: <c>docker</c> or <c>podman</c>.</summary>
    public string Program { get; }

    /// <summary>The version of the engine's server.</summary>
    public string Version { get; }

    /// <summary>The engine.</summary>
    /// <exception cref="ClusterException">
    /// No engine answers. The message holds the error of each engine and the remedy.
    /// </exception>
    internal static ContainerEngine Required => OfThisMachine
        ?? throw new ClusterException($"No container engine answers ({Found.Value.Said}). {Remedy}");

    /// <inheritdoc/>
    public override string ToString() => $"{Program} {Version}";

    /// <summary>Runs a command of the engine and waits for it to exit.</summary>
    /// <param name="words">The arguments. No secret may be among them.</param>
    /// <param name="cancellation">Kills the command.</param>
    /// <param name="environment">
    /// Environment variables of the command, which arguments like <c>--env NAME</c> pass to the container; null for none.
    /// </param>
    /// <returns>Exit code, standard output and standard error.</returns>
    internal (int Code, string Output, string Error) Run(IReadOnlyList<string> words, CancellationToken cancellation,
        IReadOnlyDictionary<string, string>? environment = null) =>
        LocalCommand.Run([Program, .. words], Remedy, cancellation, environment: environment);

    /// <summary>Runs a command of the engine that must succeed.</summary>
    /// <param name="cancellation">Kills the command.</param>
    /// <param name="words">Arguments behind the program's name. No secret may be among them.</param>
    /// <returns>Its trimmed standard output.</returns>
    /// <exception cref="ClusterException">The command failed.</exception>
    internal string Must(CancellationToken cancellation, params IReadOnlyList<string> words)
    {
        var (code, output, error) = Run(words, cancellation);
        return code == 0 ? output.Trim() : throw Failed(words[0], error);
    }

    /// <summary>The exception for a failed command.</summary>
    /// <param name="command">The first argument, for example <c>pull</c>.</param>
    /// <param name="error">Its standard error.</param>
    internal ClusterException Failed(string command, string error) =>
        new($"'{Program} {command}' failed: {HostShell.Shorten(error)}");

    private static (ContainerEngine? Engine, string Said) Find()
    {
        var said = new List<string>();
        foreach (string program in Programs)
        {
            using var timeout = new CancellationTokenSource(Timeout);
            try
            {
                var (code, output, error) =
                    LocalCommand.Run([program, "version", "--format", "{{.Server.Version}}"], string.Empty, timeout.Token);
                if (code == 0 && output.Trim() is { Length: > 0 } version)
                {
                    return (new ContainerEngine(program, version), string.Empty);
                }

                said.Add($"{program}: {HostShell.Shorten(error).TrimEnd('.')}");
            }
            catch (ClusterException)
            {
                said.Add($"{program}: it is not on the PATH");
            }
            catch (OperationCanceledException)
            {
                said.Add($"{program}: it did not answer within {Timeout.TotalSeconds:0} s");
            }
        }

        return (null, string.Join("; ", said));
    }
}
