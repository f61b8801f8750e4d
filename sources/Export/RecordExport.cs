using DbIngest.Abstractions.Resources;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Sources.Comtrade;
using Microsoft.Data.Sqlite;

namespace DbIngest.Sources.Export;

/// <summary>
/// Writes records of a workload, or of an input for <see cref="RecordingExport"/>, to a file that <c>--input</c> reads.
/// <c>SourcesVerb</c> calls both for <c>sources export</c> after it has checked that no file is overwritten by mistake: this
/// class replaces existing files, each when the new one is whole. After a failure it leaves no incomplete file.
/// </summary>
public static class RecordExport
{
    private static readonly Dictionary<string, Func<string, ExportContent, IRecordWriter>> Writers = new(StringComparer.Ordinal)
    {
        ["xml"] = (path, content) => new MeasurementWriter(path, content.Schema),
        ["sqlite"] = (path, content) => new DeviceWriter(path, content.Schema),
        ["csv"] = (path, content) => new CsvWriter(path, content.Schema),
        ["comtrade"] = (path, content) => new ComtradeWriter(path, content, ComtradeCoding.Float32),
        ["comtrade-ascii"] = (path, content) => new ComtradeWriter(path, content, ComtradeCoding.Ascii),
        ["comtrade-binary"] = (path, content) => new ComtradeWriter(path, content, ComtradeCoding.Binary),
        ["comtrade-binary32"] = (path, content) => new ComtradeWriter(path, content, ComtradeCoding.Binary32),
        ["comtrade-float32"] = (path, content) => new ComtradeWriter(path, content, ComtradeCoding.Float32),
    };

    /// <summary>Names of the formats.</summary>
    public static IReadOnlyList<string> Formats { get; } = [.. Writers.Keys];

    /// <summary>Returns the files that an export creates or replaces.</summary>
    /// <param name="format">One of <see cref="Formats"/>.</param>
    /// <param name="path">The file that the user names.</param>
    public static IReadOnlyList<string> FilesOf(string format, string path) =>
        format.StartsWith("comtrade", StringComparison.Ordinal) ? ComtradeWriter.FilesOf(path) : [path];

    /// <summary>Writes the first records of one source. Holds one batch in memory, whatever the number of records.</summary>
    /// <param name="workload">Supplies the records; not disposed.</param>
    /// <param name="source">The source, counted from 0.</param>
    /// <param name="records">Number of records, at least 1.</param>
    /// <param name="format">One of <see cref="Formats"/>.</param>
    /// <param name="path">The file, which is replaced. COMTRADE writes a data file beside it, unless its name ends in
    /// <c>.cff</c>.</param>
    /// <param name="cancellation">Checked between batches. On cancellation the incomplete files are deleted.</param>
    /// <returns>The files that were written.</returns>
    /// <exception cref="ArgumentException">The format is unknown, or the file's name does not fit it.</exception>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static IReadOnlyList<string> Write(IWorkload workload, int source, long records, string format, string path,
        CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(records, 1);
        return Write(ExportContent.Of(workload, source, records, cancellation), format, path);
    }

    /// <summary>Writes records.</summary>
    /// <exception cref="ArgumentException">The format is unknown, the file's name does not fit it, or the format cannot hold the
    /// records' times.</exception>
    /// <exception cref="IOException">The file cannot be written.</exception>
    internal static IReadOnlyList<string> Write(ExportContent content, string format, string path)
    {
        if (!Writers.TryGetValue(format, out var open))
        {
            throw new ArgumentException($"'{format}' is none of {string.Join(", ", Formats)}.", nameof(format));
        }

        try
        {
            var files = FilesOf(format, path);
            return files.Any(RegularFile.IsSpecial) ? Complete(open, content, path) : Replace(files, open, content);
        }
        catch (SqliteException exception)
        {
            throw new IOException(exception.Message, exception);
        }
    }

    /// <summary>
    /// Deletes a file of an export if it is there. Where the path is a link, deletes the file behind it, which holds the records.
    /// A device that the user named as the file stays.
    /// </summary>
    internal static void Delete(string path)
    {
        if (File.Exists(path) && !RegularFile.IsSpecial(path))
        {
            File.Delete(Links.Followed(path));
        }
    }

    /// <summary>
    /// Writes files into a hidden folder beside their place and moves them there when they are whole. A failure or a killed
    /// export keeps the files that were there. A folder serves since a format may name a second file by the first one's name.
    /// </summary>
    private static IReadOnlyList<string> Replace(
        IReadOnlyList<string> files, Func<string, ExportContent, IRecordWriter> open, ExportContent content)
    {
        if (files.FirstOrDefault(Directory.Exists) is { } taken)
        {
            throw new UnauthorizedAccessException($"{Path.GetFileName(taken)} is a folder.");
        }

        string[] places = [.. files.Select(file => new FileInfo(file).LinkTarget is null ? file : Links.Followed(file))];
        string folder = Path.GetDirectoryName(Path.GetFullPath(places[0]))!;
        if (!Directory.Exists(folder))
        {
            throw new DirectoryNotFoundException($"there is no folder {folder}.");
        }

        string name = Path.GetFileName(files[0]);
        string made = Path.Combine(folder, $".{name}.new");
        Directory.CreateDirectory(made);
        try
        {
            foreach (var (written, place) in Complete(open, content, Path.Combine(made, name)).Zip(places))
            {
                File.Move(written, place, overwrite: true);
            }
        }
        finally
        {
            Directory.Delete(made, recursive: true);
        }

        return files;
    }

    private static IReadOnlyList<string> Complete(
        Func<string, ExportContent, IRecordWriter> open, ExportContent content, string path)
    {
        var writer = open(path, content);
        try
        {
            foreach (var batch in content.Batches())
            {
                writer.Write(batch);
            }

            // Writes the bytes that are still buffered, so it can fail as well.
            writer.Dispose();
            return writer.Files;
        }
        catch
        {
            Discard(writer);
            throw;
        }
    }

    /// <summary>Closes and deletes incomplete files. What fails meanwhile must not hide why they are incomplete.</summary>
    private static void Discard(IRecordWriter writer)
    {
        try
        {
            writer.Dispose();
        }
        catch (Exception)
        {
            // The file is closed all the same.
        }

        foreach (string file in writer.Files)
        {
            try
            {
                Delete(file);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It stays, incomplete.
            }
        }
    }
}
