using DbIngest.Analysis.Summary;
using DbIngest.Core.Targets;

namespace DbIngest.Analysis.Report;

/// <summary>How a result is measured again: the lines of a shell, and what they do not carry.</summary>
/// <param name="Lines">The lines.</param>
/// <param name="Remarks">What else must be known, in sentences.</param>
internal sealed record RunAgain(IReadOnlyList<string> Lines, IReadOnlyList<string> Remarks)
{
    private const string Program = "dbingest ";
    private const string Dirty = ".dirty";
    private const string CassandraDriver = "CassandraCSharpDriver ";

    public static RunAgain Of(StoredResult result)
    {
        var manifest = result.Manifest;
        string commit = manifest.Environment.Commit;
        bool isDirty = commit.EndsWith(Dirty, StringComparison.Ordinal);
        string command = manifest.CommandLine.StartsWith(Program, StringComparison.Ordinal)
            ? $"dotnet run --project Runner {BuildOptions(manifest.Targets)}-- {manifest.CommandLine[Program.Length..]}"
            : manifest.CommandLine;
        return new RunAgain(
            [$"git checkout {(isDirty ? commit[..^Dirty.Length] : commit)}", .. Homes(manifest.Targets), command],
            [
                manifest.Configuration.OrderSeed is { } order
                    ? FormattableString.Invariant($"Seed {manifest.Configuration.Seed} decides all synthetic data. The order within each pair was drawn by seed {order}; a repetition draws anew.")
                    : FormattableString.Invariant($"Seed {manifest.Configuration.Seed} decides the order of the trials and all synthetic data."),
                .. isDirty ? ["The program was built from a tree with uncommitted changes: the commit alone does not reproduce it."] : Array.Empty<string>(),
                .. manifest.CommandLine.Contains("****", StringComparison.Ordinal) ? ["**** stands for a secret, which is not stored."] : Array.Empty<string>(),
                .. manifest.Targets.Where(target => target.Placement != "in-process" && target.Database != Targets.Null)
                    .Select(target => $"{target.Database} was {target.ServerVersion}, written by {target.Client}: {target.DriverVersion}.").Distinct(),
            ]);
    }

    /// <summary>A vendor's driver is in no build that does not ask for it; which version, the result says.</summary>
    private static string BuildOptions(IReadOnlyList<TargetDescription> targets) =>
        targets.FirstOrDefault(target => target.DriverVersion.StartsWith(CassandraDriver, StringComparison.Ordinal)) is { } driver
            ? $"-p:OfficialDrivers=true -p:CassandraDriverVersion={Version(driver.DriverVersion)} "
            : string.Empty;

    /// <summary>Nodes that were started for the run came from a distribution, whose place is the machine's own matter.</summary>
    private static IEnumerable<string> Homes(IReadOnlyList<TargetDescription> targets) =>
        targets.FirstOrDefault(target => target is { Database: "cassandra", Nodes: not null }) is { } own
            ? [$"export CASSANDRA_HOME=\"${{CASSANDRA_HOME:?the folder of Cassandra {Version(own.ServerVersion)}}}\""]
            : [];

    /// <summary>The first number with points of a text.</summary>
    private static string Version(string text) =>
        string.Concat(text.SkipWhile(c => !char.IsAsciiDigit(c)).TakeWhile(c => char.IsAsciiDigit(c) || c == '.'));
}
