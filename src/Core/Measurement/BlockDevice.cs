using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Measurement;

/// <summary>
/// Describes the disk under the work folder from the files of Linux in <c>/sys</c>. <see cref="EnvironmentCapture"/> calls it
/// once per machine of a sweep, for the manifest. It changes nothing, and returns null rather than throw if a file is missing.
/// </summary>
internal static class BlockDevice
{
    /// <summary>Describes the disk under a filesystem.</summary>
    /// <param name="device">The device of the filesystem as <c>major:minor</c>.</param>
    /// <param name="source">The mount source, for filesystems with a virtual device number.</param>
    /// <param name="sys">The path of <c>/sys</c>.</param>
    /// <returns>Name, model, whether rotational, scheduler and write cache. Null if there is no such disk.</returns>
    public static string? Describe(string device, string source, string sys)
    {
        string name = Path.GetFileName(source);
        string? folder = Resolve($"{sys}/dev/block/{device}") ?? (name.Length > 0 ? Resolve($"{sys}/class/block/{name}") : null);
        if (folder is not null && File.Exists($"{folder}/partition"))
        {
            folder = Path.GetDirectoryName(folder);
        }

        if (folder is null || !Directory.Exists($"{folder}/queue"))
        {
            return null;
        }

        List<string> facts = [Path.GetFileName(folder)];
        Add(facts, "model", ProcText.ReadText($"{folder}/device/model"));
        Add(facts, null, ProcText.ReadText($"{folder}/queue/rotational") switch
        {
            "0" => "not rotational",
            "1" => "rotational",
            _ => null,
        });
        Add(facts, "scheduler", Chosen(ProcText.ReadText($"{folder}/queue/scheduler")));
        Add(facts, "cache", ProcText.ReadText($"{folder}/queue/write_cache"));
        return string.Join(", ", facts);
    }

    /// <summary>
    /// The selected word of a list such as <c>none [mq-deadline]</c>. The kernel lists schedulers and modes of huge pages so.
    /// </summary>
    /// <returns>The word in brackets, or the whole list without brackets.</returns>
    internal static string? Chosen(string? list)
    {
        int open = list?.IndexOf('[', StringComparison.Ordinal) ?? -1;
        int close = list?.IndexOf(']', StringComparison.Ordinal) ?? -1;
        return open >= 0 && close > open ? list![(open + 1)..close] : list;
    }

    private static string? Resolve(string link)
    {
        try
        {
            return Directory.Exists(link) ? Links.Followed(link) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static void Add(List<string> facts, string? label, string? fact)
    {
        if (fact is not null)
        {
            facts.Add(label is null ? fact : $"{label} {fact}");
        }
    }
}
