namespace DbIngest.Tests.Needs;

/// <summary>
/// Everything that the tests of one project may need. Each test project has at most one class that derives from this.
/// </summary>
internal abstract class NeedCatalog
{
    /// <summary>What tests of several projects need.</summary>
    private static readonly Need[] Common =
    [
        new("linux", "run the tests on Linux", () => OperatingSystem.IsLinux() ? null : "This test needs Linux."),
        new("unix", "run the tests on Linux or macOS", () => OperatingSystem.IsWindows() ? "This test needs a POSIX system."
            : null),
        new("root", "run the tests as root", () => Environment.IsPrivilegedProcess ? null : "This test needs root."),
        new("recordings", "put real recordings into ../shared/data beside the repository",
            () => Directory.Exists(Path.Combine(TestFiles.Root, "..", "shared", "data", "equipment"))
            ? null
            : "The recordings of real equipment are not beside the repository (../shared/data)."),
    ];

    private readonly Lazy<Dictionary<string, Need>> _byName;

    protected NeedCatalog() => _byName = new(() => Common.Concat(All).ToDictionary(need => need.Name, StringComparer.Ordinal));

    /// <summary>What the tests of this project may need beyond what all projects know.</summary>
    protected abstract IEnumerable<Need> All { get; }

    /// <summary>Finds a need by its name.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="InvalidOperationException">No need has this name.</exception>
    public Need Find(string name) => _byName.Value.TryGetValue(name, out var need)
        ? need
        : throw new InvalidOperationException(
            $"No need is called '{name}'. {GetType().Name} has: "
            + $"{string.Join(", ", _byName.Value.Keys.Order(StringComparer.Ordinal))}.");
}
