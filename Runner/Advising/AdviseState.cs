using System.Text.Json;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Advising;

/// <summary>
/// The file <c>advise.json</c> in the folder of an advice: with which options it began, and which stores could not be measured.
/// <c>AdviseVerb</c> writes it before the first step and after each one, and reads it to go on. Immutable, without secrets.
/// </summary>
/// <param name="Arguments">Normalized arguments after the verb, with stars in place of secrets.</param>
/// <param name="Folder">The current folder of the command, which relative paths in arguments refer to.</param>
/// <param name="Missing">Stores that could not be measured, and why.</param>
internal sealed record AdviseState(IReadOnlyList<string> Arguments, string Folder, IReadOnlyDictionary<string, string> Missing)
{
    private const string Name = "advise.json";

    /// <summary>True for the folder of an advice.</summary>
    public static bool IsIn(string folder) => File.Exists(Path.Combine(folder, Name));

    /// <summary>Reads the file of a folder.</summary>
    /// <exception cref="ResultException">It is missing or damaged.</exception>
    public static AdviseState Read(string folder)
    {
        string path = Path.Combine(folder, Name);
        try
        {
            return JsonSerializer.Deserialize(File.ReadAllBytes(path), AdviseJson.Default.AdviseState)
                ?? throw new JsonException("The file is null.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ResultException($"{folder}: not the folder of an advice ({exception.Message.TrimEnd('.')}); name one that "
                + "'dbingest advise' made.", exception);
        }
    }

    /// <summary>Writes the file.</summary>
    /// <exception cref="ResultException">The folder cannot be written.</exception>
    public void Write(string folder)
    {
        try
        {
            Directory.CreateDirectory(folder);
            ResultFolder.WriteAtomically(Path.Combine(folder, Name),
                JsonSerializer.SerializeToUtf8Bytes(this, AdviseJson.Default.AdviseState));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultException(
                $"{folder}: no advice can be kept there ({exception.Message}) Choose another place with --out.", exception);
        }
    }
}
