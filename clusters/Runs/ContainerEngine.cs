using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Runs;

/// <summary>The container engine of this machine: <c>docker</c> or <c>podman</c>, whichever answers first.</summary>
public sealed class ContainerEngine
{
    private const string Remedy = "Install docker or podman, or start the one that is there.";
    private static readonly string[] Programs = ["docker", "podman"];
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private static readonly Lazy<(ContainerEngine? Engine, string Said)> Found = new(Find);

    private ContainerEngine(string program, string version) => (Program, Version) = (program, version);

    /// <summary>The engine; null where none answers. Asked once a process.</summary>
    public static ContainerEngine? OfThisMachine => Found.Value.Engine;

    /// <summary>Its program.</summary>
    public string Program { get; }

    /// <summary>Its server's version.</summary>
    public string Version { get; }

    /// <summary>The engine.</summary>
    /// <exception cref="ClusterException">None answers; the message says what each said, and the remedy.</exception>
    internal static ContainerEngine Required => OfThisMachine ?? throw new ClusterException($"No container engine answers ({Found.Value.Said}). {Remedy}");

    /// <inheritdoc/>
    public override string ToString() => $"{Program} {Version}";

    /// <summary>Runs a command of the engine to its end.</summary>
    /// <param name="words">The command's words.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <param name="environment">Variables for it alone, which its words name without their values; null for none.</param>
    /// <returns>Its exit code, what it printed, and what it printed as errors.</returns>
    internal (int Code, string Output, string Error) Run(IReadOnlyList<string> words, CancellationToken cancellation, IReadOnlyDictionary<string, string>? environment = null) =>
        LocalCommand.Run([Program, .. words], Remedy, cancellation, environment: environment);

    /// <summary>Runs a command of the engine that must succeed.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <param name="words">The command's words.</param>
    /// <returns>What it printed.</returns>
    /// <exception cref="ClusterException">It failed.</exception>
    internal string Must(CancellationToken cancellation, params IReadOnlyList<string> words) => Run(words, cancellation) is { Code: 0 } done
        ? done.Output.Trim()
        : throw Failed(words[0], Run(words, cancellation).Error);

    /// <summary>What a failed command is told as.</summary>
    /// <param name="command">The command.</param>
    /// <param name="error">What it printed.</param>
    internal ClusterException Failed(string command, string error) => new($"'{Program} {command}' failed: {HostShell.Shorten(error)}");

    private static (ContainerEngine? Engine, string Said) Find()
    {
        var said = new List<string>();
        foreach (string program in Programs)
        {
            using var patience = new CancellationTokenSource(Patience);
            try
            {
                var (code, output, error) = LocalCommand.Run([program, "version", "--format", "{{.Server.Version}}"], string.Empty, patience.Token);
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
                said.Add($"{program}: it did not answer within {Patience.TotalSeconds:0} s");
            }
        }

        return (null, string.Join("; ", said));
    }
}
