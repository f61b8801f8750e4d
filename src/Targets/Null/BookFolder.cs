using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// The books of a trial as files of one folder, so that an audit sees those of every process: one file a source and
/// process, one line a range (<c>first count checksum</c>).
/// </summary>
internal sealed class BookFolder(string path)
{
    private const string Pattern = "source-*.book";
    private const string TrialPrefix = "trial-";

    // Distinguishes this process's files from those of others that write for the same trial.
    private readonly string _instance = Guid.NewGuid().ToString("N");

    public string Path { get; } = path;

    /// <summary>
    /// The folder of one trial's books, in another: a process on another host, whose folder nobody empties, then reads nothing of
    /// an earlier one.
    /// </summary>
    /// <param name="root">The folder for all trials.</param>
    /// <param name="trial">Which trial.</param>
    /// <returns>The folder; it is there.</returns>
    public static BookFolder OfTrial(string root, int trial)
    {
        var folder = new BookFolder(
            System.IO.Path.Combine(root, string.Create(CultureInfo.InvariantCulture, $"{TrialPrefix}{trial}")));
        folder.Guard(() => Directory.CreateDirectory(folder.Path));
        return folder;
    }

    /// <summary>
    /// The folder of the latest trial that was prepared on this host, and only that: what earlier ones have left is removed.
    /// </summary>
    /// <returns>It; this one, where it is not one of several.</returns>
    public BookFolder Latest()
    {
        if (TrialOf(Path) is null || System.IO.Path.GetDirectoryName(Path) is not { } root)
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

    /// <summary>Writes a book, replacing what this instance wrote of that source before.</summary>
    public void Save(SourceBook book) => Guard(() =>
    {
        string file = System.IO.Path.Combine(
            Path, string.Create(CultureInfo.InvariantCulture, $"source-{book.Source}-{_instance}.book"));
        string unfinished = file + ".part";
        File.WriteAllLines(unfinished, book.ToArray().Select(range => string.Create(
            CultureInfo.InvariantCulture, $"{range.First} {range.Count} {range.Checksum:x16}")));
        File.Move(unfinished, file, overwrite: true);
    });

    /// <summary>Hands the books of its sources to an audit.</summary>
    public void Read(StoredContent audit, CancellationToken cancellation) => Guard(() =>
    {
        foreach (string file in Directory.EnumerateFiles(Path, Pattern))
        {
            int source = int.Parse(System.IO.Path.GetFileName(file).Split('-')[1], CultureInfo.InvariantCulture);
            if (!audit.Share.Contains(source))
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

    /// <summary>Deletes all books.</summary>
    public void Clear() => Guard(() =>
    {
        foreach (string file in Directory.EnumerateFiles(Path, Pattern + "*"))
        {
            File.Delete(file);
        }
    });

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
            // Another process of this host was faster.
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
