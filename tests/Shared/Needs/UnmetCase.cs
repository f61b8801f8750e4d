using Xunit.Sdk;

namespace DbIngest.Tests.Needs;

/// <summary>A test that cannot run here.</summary>
/// <param name="Test">The test.</param>
/// <param name="Need">The first of its needs that is missing.</param>
/// <param name="Failure">Why that fails the test; null where it skips.</param>
internal sealed record UnmetCase(IXunitTestCase Test, Need Need, string? Failure)
{
    /// <summary>What the result of the test says.</summary>
    public string Message => $"{Failure}{Need.Missing} ({Need.Name}: {Need.Remedy})";
}
