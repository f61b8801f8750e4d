using System.Text.Json;
using DbIngest.Core.Results;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Reads the NuGet packages of a program from the list that the build writes beside it, <c>NAME.deps.json</c>. <c>RunVerb</c>
/// stores them in the manifest once before the first trial, since versions of drivers change figures. It throws nothing if the
/// list is missing or damaged.
/// </summary>
public static class PackageList
{
    /// <summary>Reads the packages of the running program.</summary>
    /// <returns>The packages, sorted by name. Null if the program has no list, for example a program in a single file.</returns>
    public static IReadOnlyList<PackageInfo>? OfProgram() =>
        (AppContext.GetData("APP_CONTEXT_DEPS_FILES") as string)?.Split(';', StringSplitOptions.RemoveEmptyEntries)
            .FirstOrDefault(IsOfProgram) is { } list ? Read(list) : null;

    /// <summary>Reads a list.</summary>
    /// <returns>The packages, sorted by name. Null if the file cannot be read.</returns>
    public static IReadOnlyList<PackageInfo>? Read(string file)
    {
        try
        {
            using var json = JsonDocument.Parse(File.ReadAllBytes(file));
            return
            [
                .. from library in json.RootElement.GetProperty("libraries").EnumerateObject()
                   where library.Value.GetProperty("type").GetString() == "package"
                   let name = library.Name.Split('/')
                   orderby name[0] ascending
                   select new PackageInfo(name[0], name[^1], HashOf(library.Value)),
            ];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException
            or KeyNotFoundException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>True for the list in the program's own folder. Frameworks have lists too, in other folders.</summary>
    private static bool IsOfProgram(string list) =>
        Path.GetDirectoryName(list) == Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);

    private static string? HashOf(JsonElement library) =>
        library.TryGetProperty("sha512", out var hash) && hash.GetString() is { Length: > 0 } text
            ? text.Replace("sha512-", string.Empty, StringComparison.Ordinal) : null;
}
