using System.Text.Json;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Advising;

/// <summary>
/// The file <c>advise.json</c> in the folder of an advice: the options of the advice, and the stores that could not be measured.
/// <c>AdviseVerb</c> writes it before the first step and whenever a store turns out to be missing, and reads it for
/// <c>--resume</c>. <see cref="StoredAdvices"/> reads it for an answer from folders. <c>run --resume</c> refuses a folder that
/// has it. It must never contain a secret. Folders of earlier versions hold these property names: never rename one.
/// </summary>
/// <param name="Arguments">Normalized arguments after the verb, with stars in place of secrets.</param>
/// <param name="Folder">The folder in which the command ran. Relative paths in <paramref name="Arguments"/> start there.</param>
/// <param name="Missing">Why each missing store could not be measured, by name of the store.</param>
internal sealed record AdviseState(IReadOnlyList<string> Arguments, string Folder, IReadOnlyDictionary<string, string> Missing)
{
    private const string Name = "advise.json";

    /// <summary>
    /// The folder of relative paths in <c>--launcher</c>, for an advice that went on in another folder. Null for
    /// <see cref="Folder"/>.
    /// </summary>
    public string? LauncherFolder { get; init; }

    /// <summary>
    /// Hashes of the plug-ins' files, 64 lower-case hexadecimal digits each, by which <c>advise --resume</c> loads them again.
    /// Null in folders of earlier versions.
    /// </summary>
    public IReadOnlyList<string>? PluginSha256 { get; init; }

    /// <summary>True if a folder holds <c>advise.json</c>, whatever its content.</summary>
    public static bool IsIn(string folder) => File.Exists(Path.Combine(folder, Name));

    /// <summary>Reads the file of a folder.</summary>
    /// <exception cref="ResultException">The file is missing or damaged.</exception>
    public static AdviseState Read(string folder)
    {
        string path = Path.Combine(folder, Name);
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllBytes(path), AdviseJson.Default.AdviseState)
                is { Arguments: not null, Folder: not null, Missing: not null } state
                ? state : throw new JsonException($"{Name} lacks what every advice has.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ResultException($"{folder}: not the folder of an advice ({exception.Message.TrimEnd('.')}); name one that "
                + "'dbingest advise' made.", exception);
        }
    }

    /// <summary>Creates the folder of a new advice with the file. Advices that start at once get different folders.</summary>
    /// <param name="root">Folder of all results. Created when missing.</param>
    /// <returns>Path of the folder.</returns>
    /// <exception cref="ResultException">The folder cannot be created or written.</exception>
    public string Create(string root) => Kept(root, content =>
        ResultFolder.CreateNew(root, TimeProvider.System.GetUtcNow(), "advice", Name, content));

    /// <summary>Writes the file as a whole and creates the folder if it is missing. A crash leaves the old file or the new
    /// one.</summary>
    /// <exception cref="ResultException">The folder cannot be written.</exception>
    public void Write(string folder) => Kept(folder, content =>
    {
        Directory.CreateDirectory(folder);
        ResultFolder.WriteAtomically(Path.Combine(folder, Name), content);
        return folder;
    });

    private string Kept(string folder, Func<byte[], string> write)
    {
        try
        {
            return write(JsonSerializer.SerializeToUtf8Bytes(this, AdviseJson.Default.AdviseState));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultException(
                $"{folder}: no advice can be kept there ({exception.Message}) Make the folder writable and free some space, or "
                + "choose another place with --out.", exception);
        }
    }
}
