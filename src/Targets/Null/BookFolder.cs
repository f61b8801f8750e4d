using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// Stores the books of a trial, the ranges of records that its writers received, as files in a folder, so that an audit reads
/// those of every process: one file per source and process, one line per range (<c>first count checksum</c>).
/// <see cref="NullTarget"/> uses it outside the timed path. It deletes only files and folders with the names that it gives. The
/// source processes of one trial must agree on these names.
/// </summary>
/// <param name="path">The folder, of one trial or for all trials.</param>
internal sealed class BookFolder(string path)
{
    private const string Pattern = "source-*.book";
    private const string TableMark = "table.mark";
    private const string TrialPrefix = "trial-";
    private const string RootPrefix = "null-";

    // Distinguishes the files of this process from those of other processes in the same trial.
    private readonly string _instance = Guid.NewGuid().ToString("N");

    public string Path { get; } = path;

    /// <summary>Names a folder for all trials of a run that names none. The name tells it from a folder of the user.</summary>
    /// <param name="workFolder">The folder that will contain it.</param>
    public static string NewRoot(string workFolder) => System.IO.Path.Combine(workFolder, $"{RootPrefix}{Guid.NewGuid():N}");

    /// <summary>
    /// Creates the folder of one trial within another folder. Clean does not empty the folders on other hosts, so a new name for
    /// each trial keeps books of an earlier trial out of the audit there.
    /// </summary>
    /// <param name="root">The folder for all trials.</param>
    /// <param name="trial">Number of the trial.</param>
    public static BookFolder OfTrial(string root, int trial)
    {
        var folder = new BookFolder(
            System.IO.Path.Combine(root, string.Create(CultureInfo.InvariantCulture, $"{TrialPrefix}{trial}")));
        folder.Guard(() => Directory.CreateDirectory(folder.Path));
        return folder;
    }

    /// <summary>Finds the folder of the latest trial on this host, and removes those of earlier trials.</summary>
    /// <returns>The folder. This object if its folder is not that of a trial, or is one that the user named.</returns>
    public BookFolder Latest()
    {
        if (TrialOf(Path) is null || System.IO.Path.GetDirectoryName(Path) is not { } root || !IsNewRoot(root))
        {
            return this;
        }

        var latest = this;
        Guard(() =>
        {
            var trials = Directory.EnumerateDirectories(root, TrialPrefix + "*").OrderBy(TrialOf).ToList();
            latest = new BookFolder(trials.LastOrDefault() ?? Path);
            trials.SkipLast(1).ToList().ForEach(Remove);
        });
        return latest;
    }

    /// <summary>Writes a book. Replaces the one that this instance wrote for the source before.</summary>
    public void Save(SourceBook book) => Save(book.Source, _instance, book.ToArray());

    /// <summary>Writes the records of a source. Replaces those that any process wrote for it before.</summary>
    public void Save(NullSource rows) => Save(rows.Source, "rows", rows.ToRanges());

    /// <summary>Marks a newly prepared table, so that other processes can distinguish it from the previous table.</summary>
    public void MarkTable() => Guard(() =>
        File.WriteAllText(System.IO.Path.Combine(Path, TableMark), _instance + Guid.NewGuid()));

    /// <summary>
    /// Identifies the table that was prepared last in this folder: the folder's path and the mark, or the path alone without a
    /// mark.
    /// </summary>
    public string Table()
    {
        string mark = System.IO.Path.Combine(Path, TableMark);
        string table = Path;
        Guard(() => table += File.Exists(mark) ? File.ReadAllText(mark) : string.Empty);
        return table;
    }

    private void Save(int source, string name, IEnumerable<BookedRange> ranges) => Guard(() =>
    {
        string file = System.IO.Path.Combine(
            Path, string.Create(CultureInfo.InvariantCulture, $"source-{source}-{name}.book"));
        string unfinished = file + ".part";
        File.WriteAllLines(unfinished, ranges.Select(range => string.Create(
            CultureInfo.InvariantCulture, $"{range.First} {range.Count} {range.Checksum:x16}")));
        File.Move(unfinished, file, overwrite: true);
    });

    /// <summary>Reads the books of all processes, and hands the ranges of the audit's share of the sources over.</summary>
    /// <param name="audit">Receives the ranges of its share.</param>
    /// <param name="known">Sources to skip, because the audit has their records already.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    public void Read(StoredContent audit, HashSet<int> known, CancellationToken cancellation) => Guard(() =>
    {
        foreach (string file in Directory.EnumerateFiles(Path, Pattern))
        {
            int source = int.Parse(System.IO.Path.GetFileName(file).Split('-')[1], CultureInfo.InvariantCulture);
            if (known.Contains(source) || !audit.Share.Contains(source))
            {
                continue;
            }

            foreach (string line in File.ReadLines(file))
            {
                cancellation.ThrowIfCancellationRequested();
                string[] fields = line.Split(' ');
                audit.AddHashed(
                    source,
                    long.Parse(fields[0], CultureInfo.InvariantCulture),
                    long.Parse(fields[1], CultureInfo.InvariantCulture),
                    ulong.Parse(fields[2], NumberStyles.HexNumber, CultureInfo.InvariantCulture));
            }
        }
    });

    /// <summary>Deletes all books and the mark of the table.</summary>
    public void Clear() => Guard(() =>
    {
        foreach (string file in Directory.EnumerateFiles(Path, Pattern + "*").Append(System.IO.Path.Combine(Path, TableMark)))
        {
            File.Delete(file);
        }
    });

    private static bool IsNewRoot(string folder) =>
        System.IO.Path.GetFileName(folder) is var name && name.StartsWith(RootPrefix, StringComparison.Ordinal)
        && Guid.TryParseExact(name.AsSpan(RootPrefix.Length), "N", out _);

    private static int? TrialOf(string folder) =>
        System.IO.Path.GetFileName(folder) is var name && name.StartsWith(TrialPrefix, StringComparison.Ordinal)
        && int.TryParse(name.AsSpan(TrialPrefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out int trial)
            ? trial
            : null;

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // Another process on this host removed it first.
        }
    }

    private void Guard(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException or IndexOutOfRangeException)
        {
            throw new TargetException($"The books of the null target in {Path} cannot be used: {e.Message}", e);
        }
    }
}
