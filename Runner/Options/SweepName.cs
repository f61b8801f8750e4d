using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads or derives the name of a sweep, which becomes part of the result folder's name. <c>RunVerb</c> calls it before it
/// creates the folder. Every name has at most 60 characters: a longer one is refused if the user gave it, and cut if it was
/// derived. A name that the user gave is safe as a file name.
/// </summary>
internal static class SweepName
{
    /// <summary>Reads a name.</summary>
    /// <param name="text">The name that the user gave. Null derives a name from study and databases.</param>
    /// <param name="request">The request, from which a name is derived.</param>
    /// <exception cref="UsageException">The text is not a valid name.</exception>
    public static string Read(string? text, SweepRequest request)
    {
        if (text is null)
        {
            string databases = string.Join('-', request.Databases.Select(d => d.Definition.Name));
            string name = request.Study is { } study ? $"study{study}-{databases}" : databases;
            return name.Length > WrittenName.Longest ? name[..WrittenName.Longest] : name;
        }

        return WrittenName.IsName(text)
            ? text
            : throw new UsageException(
                $"--name: '{text}' is not a name of 1 to {WrittenName.Longest} letters, digits, '.', '_' or '-' that begins "
                + $"with a letter or digit; give one.");
    }
}
