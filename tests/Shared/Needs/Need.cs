namespace DbIngest.Tests.Needs;

/// <summary>A server, a tool or a property of the machine that tests need and a machine may lack.</summary>
/// <param name="Name">Its name, as <see cref="NeedsAttribute"/> and the environment variable <c>DBINGEST_REQUIRE</c> have
/// it.</param>
/// <param name="Remedy">What to install or to set, in a few words: "set NEO4J_HOME".</param>
/// <param name="FindMissing">Returns why it is missing, or null when it is there. Called once a run, and only if a test needs
/// it.</param>
internal sealed record Need(string Name, string Remedy, Func<string?> FindMissing)
{
    private readonly Lazy<string?> _missing = new(FindMissing);

    /// <summary>Why it is missing; null when it is there.</summary>
    public string? Missing => _missing.Value;
}
