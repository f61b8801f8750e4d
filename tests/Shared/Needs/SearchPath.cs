namespace DbIngest.Tests.Needs;

/// <summary>Programs on the <c>PATH</c>.</summary>
internal static class SearchPath
{
    /// <summary>Finds a program.</summary>
    /// <param name="program">The program's file name.</param>
    /// <returns>The full path; null when no folder of the <c>PATH</c> has it, or only an empty file of that name.</returns>
    public static string? Find(string program) => (Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .Select(folder => new FileInfo(Path.Combine(folder, program)))
        .FirstOrDefault(file => file.Exists && file.Length > 0)?.FullName;

    /// <summary>Says which program is missing and how to get it.</summary>
    /// <param name="program">The program's file name.</param>
    /// <returns>A sentence; null when the program is there.</returns>
    public static string? FindMissing(string program) => Find(program) is null ? $"There is no {program} on the PATH." : null;
}
