using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Results;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Tests.Resuming;

public class EnvironmentDifferencesTests
{
    private static readonly EnvironmentInfo Stored = EnvironmentCapture.Capture(
        Path.GetTempPath(), BuildStamp.Of(typeof(EnvironmentDifferencesTests))) with
    { Machine = "01234567" };

    /// <summary>The name of a container's host is its id, unless its user names it.</summary>
    [Theory]
    [InlineData("no hypervisor seen", "the machine is 89abcdef, and was 01234567")]
    [InlineData("no hypervisor seen, container", "the machine is 89abcdef, and was 01234567 (in a container it is the host name, "
        + "which every new container has anew: start each with the same --hostname)")]
    public void Between_AnotherMachine_NamesTheRemedyInAContainer(string virtualisation, string difference)
    {
        var now = Stored with
        {
            Machine = "89abcdef",
            Other = new Dictionary<string, string> { ["virtualisation"] = virtualisation },
        };

        EnvironmentDifferences.Between(Stored, now).ShouldBe([difference]);
    }
}
