using System.Globalization;
using DbIngest.Core.Sources;
using DbIngest.Sources.Recording;

namespace DbIngest.Sources.Input;

/// <summary>Opens a recording of real equipment as a workload.</summary>
public static class InputWorkload
{
    /// <summary>Recognises the file's format, reads it, and copies as many records as are needed to a temporary file.</summary>
    /// <param name="path">The file: plain, gzip, or zip.</param>
    /// <param name="options">How to read it, as <c>key=value,key=value</c>; see <c>docs/sources.md</c>. May be null or empty.</param>
    /// <param name="workFolder">The folder of the temporary file, which is gone when the workload is disposed.</param>
    /// <param name="maxRecordsPerSource">The most records that any source will be asked for; at least 1.</param>
    /// <returns>The workload; the caller disposes it.</returns>
    /// <exception cref="ArgumentException">An option is unknown or invalid.</exception>
    /// <exception cref="InputException">The file cannot be read, or not with these options; the message names the place and the remedy.</exception>
    public static IWorkload Open(string path, string? options, string workFolder, long maxRecordsPerSource)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxRecordsPerSource, 1);
        var parsed = InputOptions.Parse(options);
        var file = InputFile.Open(path, parsed);
        var format = InputFormats.Find(file, parsed);
        using var reader = format.Open(file, parsed);
        var facts = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["file"] = file.Name,
            ["bytes"] = file.Length.ToString(CultureInfo.InvariantCulture),
            ["sha256"] = file.Sha256(),
            ["format"] = format.Name,
            ["options"] = parsed.Text,
        };
        return new RecordingWorkload(reader, file.Name, facts, workFolder, maxRecordsPerSource);
    }
}
