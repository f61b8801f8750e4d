using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>How a result is measured again: the lines of a shell, and what they do not carry.</summary>
/// <param name="Lines">The lines.</param>
/// <param name="Remarks">What else must be known, in sentences.</param>
internal sealed record RunAgain(IReadOnlyList<string> Lines, IReadOnlyList<string> Remarks)
{
    private const string Program = "dbingest ";
    private const string Dirty = ".dirty";

    public static RunAgain Of(StoredResult result)
    {
        var manifest = result.Manifest;
        string commit = manifest.Environment.Commit;
        bool isDirty = commit.EndsWith(Dirty, StringComparison.Ordinal);
        string command = manifest.CommandLine.StartsWith(Program, StringComparison.Ordinal)
            ? "dotnet run --project Runner -- " + manifest.CommandLine[Program.Length..]
            : manifest.CommandLine;
        return new RunAgain(
            [$"git checkout {(isDirty ? commit[..^Dirty.Length] : commit)}", command],
            [
                FormattableString.Invariant($"Seed {manifest.Configuration.Seed} decides the order of the trials and all synthetic data."),
                .. isDirty ? ["The program was built from a tree with uncommitted changes: the commit alone does not give it."] : Array.Empty<string>(),
                .. manifest.CommandLine.Contains("****", StringComparison.Ordinal) ? ["Stars stand where a secret was."] : Array.Empty<string>(),
            ]);
    }
}
