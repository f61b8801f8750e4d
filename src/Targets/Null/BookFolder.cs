using System.Globalization;
using DbIngest.Core.Audit;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Null;

/// <summary>
/// The books of a trial as files of one folder, so that an audit sees those of every process: one file a source and
/// process, one line a range (<c>first count checksum</c>).
/// </summary>
internal sealed class BookFolder(string path)
{
    private const string Pattern = "source-*.book";

    // Distinguishes this process's files from those of others that write for the same trial.
    private readonly string _instance = Guid.NewGuid().ToString("N");

    public string Path { get; } = path;

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

    /// <summary>Hands all books to an audit.</summary>
    public void Read(StoredContent audit, CancellationToken cancellation) => Guard(() =>
    {
        foreach (string file in Directory.EnumerateFiles(Path, Pattern))
        {
            int source = int.Parse(System.IO.Path.GetFileName(file).Split('-')[1], CultureInfo.InvariantCulture);
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
