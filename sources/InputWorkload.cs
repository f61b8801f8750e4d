using System.Globalization;
using DbIngest.Core.Sources;
using DbIngest.Sources.Input;
using DbIngest.Sources.Recording;

namespace DbIngest.Sources;

/// <summary>
/// Opens recordings of real equipment as the workload of a sweep (<c>--input</c>). <c>WorkloadOpener</c> calls it before a
/// sweep and in each source process. It reads the input once and copies the needed records to temporary files, from which
/// sources take them in the trials: no file of the input is read in the timed region. It never writes beside the input: copies
/// go to the work folder, except those of devices' databases, which go to the system's temporary folder until the recording is
/// read.
/// </summary>
public static class InputWorkload
{
    private const string ShaFact = "sha256";

    private static readonly string[] OwnOptions = ["entry", "match", "order", "max-bytes", "max-ratio", "share", "format"];

    /// <summary>Recognises the format of the files, reads them once, and copies the needed records to temporary files.</summary>
    /// <param name="path">One file (plain, gzip or zip), a folder, or a pattern.</param>
    /// <param name="options">Input options as <c>key=value,key=value</c> (<c>docs/reference/inputs.md</c>); may be null or
    /// empty.</param>
    /// <param name="workFolder">Folder for the temporary files, which are deleted when the workload is disposed.</param>
    /// <param name="maxRecordsPerSource">The most records that any source will be asked for, at least 1.</param>
    /// <param name="maxSources">The most sources that will replay the input. More sources than files share the files. With fewer,
    /// a source reads several files one after the other: source <c>s</c> of <c>n</c> has the files <c>s</c>, <c>s + n</c>, <c>s +
    /// 2n</c> and so on.</param>
    /// <returns>The workload. The caller disposes it.</returns>
    /// <exception cref="ArgumentException">An option is unknown or invalid.</exception>
    /// <exception cref="InputException">A file cannot be read, or not with these options. The message names the place and the
    /// remedy.</exception>
    public static IWorkload Open(string path, string? options, string workFolder, long maxRecordsPerSource, int maxSources = 1)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxRecordsPerSource, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxSources, 1);
        var parsed = InputOptions.Parse(options);
        using var set = InputSet.Open(path, parsed);
        var share = TakeShare(parsed);
        int streams = Math.Min(maxSources, set.Files.Count);
        string format = InputFormats.Find(set.Files[0], InputOptions.Parse(options)).Name;
        var readers = Enumerable.Range(0, streams)
            .Select(stream => ReaderOf(Every(set.Files, stream, streams), options, set.Files)).ToList();
        var facts = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["file"] = set.Name,
            ["bytes"] = set.TotalBytes.ToString(CultureInfo.InvariantCulture),
            [ShaFact] = string.Empty,
            ["format"] = format,
            ["options"] = parsed.Text,
        };
        set.Describe(facts);

        // On another thread, since hashing takes as long as the faster readers do. TotalBytes above has found all files to hash,
        // so the task looks for none: InputLocations is not thread-safe.
        using var ended = new CancellationTokenSource();
        var hash = Task.Run(() => set.Sha256(ended.Token), CancellationToken.None);
        try
        {
            return new RecordingWorkload(
                readers, set.Name, facts, workFolder, new RecordingRequest(maxRecordsPerSource, maxSources, share),
                    all => all[ShaFact] = hash.GetAwaiter().GetResult());
        }
        finally
        {
            ended.Cancel();
            hash.ContinueWith(static _ => { }, TaskScheduler.Default).GetAwaiter().GetResult();
        }
    }

    /// <summary>Takes the option <c>share</c>: how the sources that replay one recording divide it.</summary>
    /// <exception cref="ArgumentException">The value is none of its words.</exception>
    internal static RecordingShare TakeShare(InputOptions options) => options.TakeWord(
        "share", RecordingShare.Time, ("time", RecordingShare.Time), ("channels", RecordingShare.Channels),
            ("all", RecordingShare.All));

    /// <summary>Returns a function that opens a reader of all files of an input, one after the other.</summary>
    internal static Func<IRecordReader> ReaderOf(InputFiles files, string? options) => ReaderOf(files, options, files);

    /// <summary>Returns a function that opens a reader of some files of an input, one after the other.</summary>
    /// <param name="files">The files to read.</param>
    /// <param name="options">Input options, or null.</param>
    /// <param name="set">All files of the input.</param>
    internal static Func<IRecordReader> ReaderOf(IReadOnlyList<InputFile> files, string? options, InputFiles set) => () =>
        new FilesReader(files, file =>
    {
        var parsed = InputOptions.Parse(options);
        var format = InputFormats.Find(file, parsed);
        foreach (string own in OwnOptions)
        {
            parsed.Take(own);
        }

        return format.Open(file, parsed, set);
    });

    private static List<InputFile> Every(InputFiles files, int first, int step)
    {
        var chosen = new List<InputFile>();
        for (int i = first; i < files.Count; i += step)
        {
            chosen.Add(files[i]);
        }

        return chosen;
    }
}
