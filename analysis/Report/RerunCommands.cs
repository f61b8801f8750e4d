using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// The shell commands that measure a result again, with remarks on what the commands do not carry. <see cref="ReportPage"/>, <see
/// cref="ReportMarkdown"/> and <c>ArchiveReadme</c> state them. They contain no secret: the manifest stores none.
/// </summary>
/// <param name="Lines">Lines for a POSIX shell, in the order to run them.</param>
/// <param name="Remarks">Sentences for the reader.</param>
internal sealed record RerunCommands(IReadOnlyList<string> Lines, IReadOnlyList<string> Remarks)
{
    private const string Program = "dbingest ";
    private const string Dirty = ".dirty";

    /// <summary>Derives the commands from a manifest.</summary>
    public static RerunCommands Of(Manifest manifest)
    {
        string commit = manifest.Environment.Commit;
        bool isDirty = commit.EndsWith(Dirty, StringComparison.Ordinal);
        string command = manifest.CommandLine.StartsWith(Program, StringComparison.Ordinal)
            ? $"dotnet run --project Runner {BuildOptions(manifest.Targets)}-- {manifest.CommandLine[Program.Length..]}"
            : manifest.CommandLine;
        string[] checkout = commit == BuildStamp.Unknown ? [] : [$"git checkout {(isDirty ? commit[..^Dirty.Length] : commit)}"];
        return new RerunCommands([.. checkout, .. Homes(manifest.Targets), command], [.. RemarksOf(manifest, isDirty)]);
    }

    private static IEnumerable<string> RemarksOf(Manifest manifest, bool isDirty)
    {
        var configuration = manifest.Configuration;
        yield return configuration.OrderSeed is { } order
            ? FormattableString.Invariant($"Seed {configuration.Seed} decides all synthetic data. ")
                + FormattableString.Invariant($"The order within each pair was drawn by seed {order}; a repetition draws anew.")
            : FormattableString.Invariant($"Seed {configuration.Seed} decides the order of the trials and all synthetic data.");
        if (isDirty)
        {
            yield return "The program was built from a tree with uncommitted changes: the commit alone does not reproduce it.";
        }

        if (manifest.Environment.Commit == BuildStamp.Unknown)
        {
            yield return $"The commit of the program is not known: version {manifest.Environment.ToolVersion} was built outside "
                + "of a repository.";
        }

        if (manifest.CommandLine.Contains("****", StringComparison.Ordinal))
        {
            yield return "**** stands for a secret, which is not stored.";
        }

        var servers = manifest.Targets
            .Where(target => target.Placement != "in-process" && target.Database != ManifestTargets.Null);
        foreach (string written in servers.Select(Written).Distinct())
        {
            yield return written;
        }

        if (servers.Any(target => target is { Client: WriteClient.Driver, BuildProperties: null }))
        {
            yield return "The result does not say how its driver came into the build: a command that lacks it names the option.";
        }

        static string Written(TargetDescription target) =>
            $"{target.Database} was {target.ServerVersion}, written by {target.Client}: {target.DriverVersion}.";
    }

    /// <summary>Writes the build properties that give the same drivers in the same versions.</summary>
    private static string BuildOptions(IReadOnlyList<TargetDescription> targets) =>
        string.Concat(targets.Select(target => target.BuildProperties).OfType<IReadOnlyDictionary<string, string>>()
            .SelectMany(properties => properties).Distinct()
            .OrderBy(property => property.Key, StringComparer.Ordinal)
            .Select(property => $"-p:{property.Key}={property.Value} "));

    /// <summary>
    /// Writes one <c>export</c> per variable with the folder of a server's distribution. The folder depends on the machine: the
    /// shell stops at a variable that is not set.
    /// </summary>
    private static IEnumerable<string> Homes(IReadOnlyList<TargetDescription> targets) =>
        from target in targets
        from home in target.Homes ?? []
        group home.Folder is { } folder ? $"{target.ServerVersion} in {folder}" : target.ServerVersion by home.Variable into named
        let holds = Plain(string.Join(" and ", named.Distinct()))
        select $"export {named.Key}=\"${{{named.Key}:?the folder of {holds}}}\"";

    /// <summary>Removes characters that a shell interprets within quotation marks and braces.</summary>
    private static string Plain(string text) =>
        string.Concat(text.Where(c => char.IsAsciiLetterOrDigit(c) || " .,:;()/_-+".Contains(c)));
}
