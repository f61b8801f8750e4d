using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;

namespace DbIngest.Runner.Execution;

/// <summary>Writes the files that can be rebuilt: that they cannot be written loses nothing.</summary>
internal static class SummaryOutput
{
    /// <summary>Writes the summary files, or says why not.</summary>
    /// <returns>Whether they were written.</returns>
    public static bool Write(string folder, SweepSummary summary, Screen screen)
    {
        try
        {
            SummaryFiles.Write(folder, summary);
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            screen.Remark($"{folder}: the summary files cannot be written ({exception.Message.TrimEnd('.')}); 'report' rebuilds them.");
            return false;
        }
    }
}
