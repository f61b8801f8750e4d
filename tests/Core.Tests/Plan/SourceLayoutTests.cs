using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Plan;

public sealed class SourceLayoutTests
{
    [Theory]
    [InlineData("8", 8, 1)]
    [InlineData("5+3", 8, 2)]
    [InlineData("1 + 1 + 1", 3, 3)]
    [InlineData("1024", 1024, 1)]
    [InlineData("5@alpha+3@beta", 8, 2)]
    [InlineData("5@me@10.0.0.7+3", 8, 2)]
    [InlineData("4@bench/source-0", 4, 1)]
    public void TryParse_Layout_IsRead(string text, int total, int processes)
    {
        SourceLayout.TryParse(text, out var layout).ShouldBeTrue();
        layout.Total.ShouldBe(total);
        layout.Processes.Count.ShouldBe(processes);
        layout.ToString().ShouldBe(text.Replace(" ", string.Empty, StringComparison.Ordinal));
    }

    /// <summary>Targets learn which sources share a process, also those of a load.</summary>
    [Fact]
    public void TableOf_Layout_KnowsTheProcessOfEachSource()
    {
        SourceLayout.TryParse("60+3+1", out var layout).ShouldBeTrue();
        using var workload = new CountingWorkload();

        var table = IngestRequest.Of(layout, 100, 10, RetryOptions.Default).ToLoad().TableOf(workload.Schema);

        int[] sources = [0, 59, 60, 62, 63];
        sources.Select(table.ProcessOf).ShouldBe([(0, 3), (0, 3), (1, 3), (1, 3), (2, 3)]);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("8+")]
    [InlineData("+8")]
    [InlineData("1025")]
    [InlineData("1024+1")]
    [InlineData("1e3")]
    [InlineData("5@")]
    [InlineData("@alpha")]
    [InlineData("5@-oProxyCommand=x")]
    [InlineData("5@a b")]
    [InlineData("5@a;b")]
    [InlineData("99999999999999999999")]
    public void TryParse_AnythingElse_IsRefused(string? text) => SourceLayout.TryParse(text, out _).ShouldBeFalse();

    [Fact]
    public void Equals_SameProcesses_IsEqual()
    {
        SourceLayout.TryParse("5+3", out var a).ShouldBeTrue();
        SourceLayout.TryParse("5+3", out var b).ShouldBeTrue();
        SourceLayout.TryParse("8", out var c).ShouldBeTrue();
        a.ShouldBe(b);
        a.GetHashCode().ShouldBe(b.GetHashCode());
        a.ShouldNotBe(c);
        SourceLayout.TryParse("5@alpha+3", out var d).ShouldBeTrue();
        a.ShouldNotBe(d);
        (c.IsSpread, a.IsSpread, d.IsSpread).ShouldBe((false, true, true));
        d.Hosts.ShouldBe(["alpha"]);
    }
}
