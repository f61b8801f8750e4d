using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Execution;

/// <summary>Reads stored results.</summary>
internal static class Results
{
    /// <summary>Summarises a result folder from its manifest and journal alone.</summary>
    /// <param name="path">The folder.</param>
    /// <returns>The summary.</returns>
    /// <exception cref="ResultException">It is not a result folder, or is damaged.</exception>
    public static SweepSummary Summarise(string path)
    {
        var folder = ResultFolder.Open(path);
        try
        {
            return SweepSummary.Of(folder.ReadManifest(), Journal.Read(folder.JournalFile));
        }
        catch (ArgumentException exception)
        {
            throw new ResultException($"{path}: {exception.Message}", exception);
        }
    }
}
