using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>The name of a sweep: a part of a folder's name, safe on every filesystem.</summary>
internal static class SweepName
{
    /// <summary>Reads a name.</summary>
    /// <param name="text">The name asked for, or null for one made of the study and the databases.</param>
    /// <param name="request">The request.</param>
    /// <returns>The name.</returns>
    /// <exception cref="UsageException">It is not a name.</exception>
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
                $"--name: '{text}' is not a name of 1 to {WrittenName.Longest} letters, digits, '.', '_' or '-' that begins with a letter or digit; give one.");
    }
}
