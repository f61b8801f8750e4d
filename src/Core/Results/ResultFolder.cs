using System.Globalization;
using System.Text;
using System.Text.Json;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// The folder of one sweep: <c>results/&lt;UTC time&gt;-&lt;name&gt;/</c>. The verb <c>run</c> creates it, other verbs open it,
/// and everything that writes a file there asks it for the path. It must never delete or overwrite the results of another sweep.
/// Creating a folder also removes unfinished ones that a start left behind more than a day ago, which hold no results. It refuses
/// pipes and devices in a stranger's folder. The names of its files are published.
/// </summary>
public sealed class ResultFolder
{
    /// <summary>File name of the manifest.</summary>
    internal const string ManifestName = "manifest.json";

    private const string NewSuffix = ".new";

    /// <summary>Most trials of a point: 1,000 in each of 100 blocks, as <c>--trials</c> and <c>--blocks</c> allow.</summary>
    private const int MostTrials = 100_000;

    /// <summary>File name of the prices that replace the manifest's.</summary>
    public const string PricesName = "prices.txt";

    /// <summary>
    /// A folder without its final name that is older than this belongs to no living start, which takes well below a minute.
    /// </summary>
    private static readonly TimeSpan Abandoned = TimeSpan.FromDays(1);

    private ResultFolder(string path) => Path = path;

    /// <summary>Path of the folder.</summary>
    public string Path { get; }

    /// <summary>Name of the folder, also of a path that ends with a separator.</summary>
    public string Name => System.IO.Path.GetFileName(WholePath);

    /// <summary>Path of the folder of all results, which holds the folder.</summary>
    public string Root => System.IO.Path.GetDirectoryName(WholePath)!;

    private string WholePath => System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(Path));

    /// <summary>Path of the manifest.</summary>
    public string ManifestFile => File(ManifestName);

    /// <summary>Path of the journal.</summary>
    public string JournalFile => File("trials.jsonl");

    /// <summary>Path of the prices that replace the manifest's.</summary>
    public string PricesFile => File(PricesName);

    /// <summary>Path of the log.</summary>
    public string LogFile => File("run.log");

    /// <summary>Creates the folder of a new sweep and writes its manifest.</summary>
    /// <param name="root">Folder of all results. Created when missing.</param>
    /// <param name="manifest">The manifest.</param>
    /// <exception cref="ResultException">The folder cannot be created or written.</exception>
    public static ResultFolder Create(string root, Manifest manifest)
    {
        try
        {
            return new ResultFolder(CreateNew(root, manifest.StartedUtc, manifest.Name, ManifestName,
                JsonSerializer.SerializeToUtf8Bytes(manifest, ResultJson.Indented.Manifest)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultException(
                $"{root}: no result folder can be made there ({exception.Message}) Choose another with --out.", exception);
        }
    }

    /// <summary>
    /// Creates a folder whose name begins with a time, and writes its first file. Folders that are created at once get different
    /// names, and none is seen without its file. Removes what starts with the same first file left behind.
    /// </summary>
    /// <param name="root">Folder of all results. Created when missing.</param>
    /// <param name="startedUtc">The time.</param>
    /// <param name="name">What follows the time in the name.</param>
    /// <param name="file">Name of the file.</param>
    /// <param name="content">Content of the file.</param>
    /// <returns>Path of the folder.</returns>
    /// <exception cref="IOException">The folder cannot be created or written.</exception>
    public static string CreateNew(string root, DateTimeOffset startedUtc, string name, string file, ReadOnlySpan<byte> content)
    {
        RemoveAbandoned(root, file);
        name = $"{startedUtc.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture)}-{name}";
        string made = System.IO.Path.Combine(root, $".{name}-{Guid.NewGuid():N}");
        Directory.CreateDirectory(made);
        WriteAtomically(System.IO.Path.Combine(made, file), content);
        string path = System.IO.Path.Combine(root, name);
        for (int i = 2; !TryMove(made, path); i++)
        {
            path = System.IO.Path.Combine(root, string.Create(CultureInfo.InvariantCulture, $"{name}-{i}"));
        }

        return path;
    }

    /// <summary>
    /// Removes folders of starts that ended before their folder had its final name. No such folder holds results.
    /// </summary>
    private static void RemoveAbandoned(string root, string first)
    {
        var before = TimeProvider.System.GetUtcNow().UtcDateTime - Abandoned;
        try
        {
            foreach (string folder in Directory.EnumerateDirectories(root)
                .Where(folder => IsUnnamed(System.IO.Path.GetFileName(folder)) && Directory.GetLastWriteTimeUtc(folder) < before))
            {
                TryRemove(folder, first);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The folder of all results cannot be listed, which a new sweep does not need.
        }
    }

    /// <summary>Removes a folder that holds nothing but what a start writes first, if this account may.</summary>
    private static void TryRemove(string folder, string first)
    {
        string[] ofStart = [first, first + NewSuffix];
        try
        {
            string[] files = Directory.GetFileSystemEntries(folder);
            if (files.All(file => ofStart.Contains(System.IO.Path.GetFileName(file), StringComparer.Ordinal)))
            {
                files.ToList().ForEach(System.IO.File.Delete);
                Directory.Delete(folder);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is another account's, or another start removes it too.
        }
    }

    private static bool IsUnnamed(string name) => name.StartsWith('.') && name.Split('-') is { Length: > 2 } parts
        && Guid.TryParseExact(parts[^1], "N", out _);

    /// <summary>Returns false if the name is taken.</summary>
    private static bool TryMove(string folder, string path)
    {
        try
        {
            Directory.Move(folder, path);
            return true;
        }
        catch (IOException) when (Directory.Exists(path))
        {
            return false;
        }
    }

    /// <summary>Opens the folder of an existing sweep.</summary>
    /// <exception cref="ResultException">
    /// The path is not a result folder, or what it was measured by is no file (<see cref="RegularFile"/>).
    /// </exception>
    public static ResultFolder Open(string path)
    {
        var folder = new ResultFolder(path);
        if (!System.IO.File.Exists(folder.ManifestFile))
        {
            throw new ResultException($"{path}: not a result folder, as it has no {ManifestName}; {Remedy(path)}.");
        }

        RegularFile.Require(folder.ManifestFile);
        RegularFile.Require(folder.JournalFile);
        RegularFile.Require(folder.PricesFile);
        return folder;
    }

    /// <summary>
    /// Refuses a journal or a log that is a link. What a resumed sweep appends would go to the file at its end, which in a
    /// stranger's folder may be any file of this user.
    /// </summary>
    /// <exception cref="ResultException">One is a link. The message names it.</exception>
    public void RequireOwnFiles()
    {
        if (((string[])[JournalFile, LogFile]).FirstOrDefault(path => new FileInfo(path).LinkTarget is not null) is { } link)
        {
            throw new ResultException(
                $"{link} is a link, through which a resumed sweep writes nothing; put the file in its place, as 'git annex "
                + $"unlock' does.");
        }
    }

    /// <summary>Reads the manifest.</summary>
    /// <exception cref="ResultException">
    /// The manifest is missing, damaged, or of a version newer than this program knows.
    /// </exception>
    public Manifest ReadManifest()
    {
        try
        {
            var manifest = JsonSerializer.Deserialize(System.IO.File.ReadAllBytes(ManifestFile), ResultJson.Default.Manifest)
                ?? throw new JsonException("The file is null.");
            if (manifest.Schema > Manifest.CurrentSchema)
            {
                throw new ResultException(
                    $"{ManifestFile}: schema {manifest.Schema} is newer than this program's {Manifest.CurrentSchema}; read it "
                    + "with the version that wrote it, or a later one.");
            }

            return IsWhole(manifest) ? PersonalNames.Without(manifest)
                : throw new JsonException("A part is missing, or a number of trials or blocks is impossible.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultException($"{ManifestFile}: cannot be read ({exception.Message})", exception);
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException)
        {
            string place = exception is JsonException { LineNumber: { } line }
                ? string.Create(CultureInfo.InvariantCulture, $", line {line + 1}") : string.Empty;
            throw new ResultException(
                $"{ManifestFile}{place}: not a manifest. It was changed by hand or damaged, or is of another version; restore "
                + $"it from a copy.", exception);
        }
    }

    /// <summary>
    /// Returns false for a manifest that no run writes: a required part is null, or no sweep can have as many trials or blocks.
    /// Older results lack other parts.
    /// </summary>
    private static bool IsWhole(Manifest manifest) => manifest is
    {
        Name: not null,
        Targets: not null,
        Environment: not null,
        Configuration:
        {
            Points: not null,
            Trials: > 0 and <= MostTrials,
            Blocks: null or > 0,
        } configuration,
    } && (configuration.TrialsBefore ?? []).All(trials => trials > 0 && trials <= configuration.Trials);

    /// <summary>Reads the prices that replace the manifest's. Null without any.</summary>
    /// <exception cref="ResultException">They cannot be read.</exception>
    public Prices? ReadPrices()
    {
        try
        {
            return !System.IO.File.Exists(PricesFile) ? null
                : Prices.TryParse(System.IO.File.ReadAllText(PricesFile).Trim(), out var prices) ? prices
                : throw new ResultException($"{PricesFile}: not prices. {Prices.Form} Correct it, or delete it.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultException($"{PricesFile}: cannot be read ({exception.Message})", exception);
        }
    }

    /// <summary>
    /// Stores prices that replace the manifest's for everyone who reads the folder later. The manifest stays unchanged.
    /// </summary>
    /// <exception cref="ResultException">The folder cannot be written.</exception>
    public void WritePrices(Prices prices)
    {
        try
        {
            WriteAtomically(PricesFile, Encoding.UTF8.GetBytes(prices + "\n"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultException(
                $"{PricesFile}: cannot be written ({exception.Message}) Make the folder writable, or leave --price out.",
                exception);
        }
    }

    /// <summary>The path of a file in the folder.</summary>
    /// <param name="name">Name of the file.</param>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>
    /// The end of a message about a folder that is no result folder. It names a result folder within that folder, if there is
    /// one.
    /// </summary>
    private static string Remedy(string path)
    {
        var accessible = new EnumerationOptions { IgnoreInaccessible = true };
        string? last = !Directory.Exists(path) ? null : Directory.EnumerateDirectories(path, "*", accessible)
            .Where(folder => System.IO.File.Exists(System.IO.Path.Combine(folder, ManifestName))).Max(StringComparer.Ordinal);
        return last is null ? "name a folder that 'dbingest run' made" : $"name one of the result folders in it, such as {last}";
    }

    /// <summary>
    /// Replaces a file so that a reader, or a crash, meets either the old or the new content. One writer at a time: the
    /// temporary file has a fixed name beside it.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="content">The new content.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void WriteAtomically(string path, ReadOnlySpan<byte> content)
    {
        string temporary = path + NewSuffix;
        try
        {
            if (new FileInfo(temporary).LinkTarget is not null || RegularFile.IsSpecial(temporary))
            {
                // A stranger's folder may hold a link to a file elsewhere, or a pipe, under this name.
                System.IO.File.Delete(temporary);
            }

            using (var file = new FileStream(temporary, FileMode.Create, FileAccess.Write))
            {
                file.Write(content);
                file.Flush(flushToDisk: true);
            }

            System.IO.File.Move(temporary, path, overwrite: true);
        }
        catch
        {
            System.IO.File.Delete(temporary);
            throw;
        }
    }
}
