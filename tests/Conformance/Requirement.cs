namespace DbIngest.Conformance;

/// <summary>
/// Servers and tools that tests need and that a machine may lack. A test whose need is missing skips with the reason, unless the
/// environment variable <c>DBINGEST_REQUIRE</c> names it (<c>postgres,cassandra,chromium,r</c>, say): then it fails.
/// </summary>
internal static class Requirement
{
    private const string Variable = "DBINGEST_REQUIRE";

    private static readonly HashSet<string> Required = new(
        (Environment.GetEnvironmentVariable(Variable) ?? string.Empty)
            .Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries),
        StringComparer.OrdinalIgnoreCase);

    /// <summary>Skips the test when its need is missing; fails it where the need is required.</summary>
    /// <param name="name">The server's or tool's name, as the variable has it.</param>
    /// <param name="missing">Why it is not there and how to get it; null when it is there.</param>
    public static void SkipUnlessThere(string name, string? missing)
    {
        if (missing is not null && Required.Contains(name))
        {
            Assert.Fail($"{Variable} names {name}, which is not there: {missing}");
        }

        Skip.If(missing is not null, missing);
    }
}
