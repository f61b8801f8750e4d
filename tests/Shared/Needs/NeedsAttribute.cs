namespace DbIngest.Tests.Needs;

/// <summary>
/// States what a test, or every test of a class and of the classes derived from it, needs. Before anything of the test runs, even
/// its fixtures, a missing need skips it with the reason; where the environment variable <c>DBINGEST_REQUIRE</c> lists the need,
/// it fails.
/// </summary>
/// <param name="name">The need's name in the project's <see cref="NeedCatalog"/>.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method, AllowMultiple = true)]
public sealed class NeedsAttribute(string name) : Attribute
{
    /// <summary>The need's name.</summary>
    public string Name => name;

    /// <summary>The parameter of a theory that decides; null where the test always needs it.</summary>
    public string? Where { get; init; }

    /// <summary>The value of <see cref="Where"/> with which the test needs it.</summary>
    public object? Is { get; init; }
}
