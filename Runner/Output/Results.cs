using DbIngest.Analysis;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Output;

/// <summary>Reads stored results.</summary>
internal static class Results
{
    /// <summary>Reads a result folder's manifest and summarises its journal.</summary>
    /// <param name="path">The folder.</param>
    /// <returns>Both.</returns>
    /// <exception cref="ResultException">It is not a result folder, or is damaged.</exception>
    public static StoredResult Read(string path)
    {
        var folder = ResultFolder.Open(path);
        var manifest = folder.ReadManifest();
        try
        {
            return new StoredResult(
                Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(path))),
                manifest,
                Summarizer.Of(manifest, Journal.Read(folder.JournalFile)));
        }
        catch (ArgumentException exception)
        {
            throw new ResultException($"{path}: {exception.Message}", exception);
        }
    }
}
