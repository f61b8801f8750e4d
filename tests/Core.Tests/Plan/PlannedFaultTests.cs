using DbIngest.Core.Plan;

namespace DbIngest.Core.Tests.Plan;

/// <summary>How a fault is written.</summary>
public sealed class PlannedFaultTests
{
    [Theory]
    [InlineData("none", FaultKind.None, 0, 0)]
    [InlineData("kill@20s", FaultKind.Kill, 20, 0)]
    [InlineData("restart@0.5s", FaultKind.Restart, 0.5, 0)]
    [InlineData("pause@20s:5s", FaultKind.Pause, 20, 5)]
    [InlineData("node-kill@20s:10s", FaultKind.NodeKill, 20, 10)]
    [InlineData("disk-full@20s:10s", FaultKind.DiskFull, 20, 10)]
    [InlineData("partition@20s:10s", FaultKind.Partition, 20, 10)]
    public void TryParse_Text_IsTheFaultThatWritesIt(string text, FaultKind kind, double atS, double forS)
    {
        PlannedFault.TryParse(text, out var fault).ShouldBeTrue();
        (fault!.Kind, fault.AtS, fault.ForS).ShouldBe((kind, atS, forS));
        fault.ToString().ShouldBe(text);
    }

    [Theory]
    [InlineData(" KILL@1m ", "kill@60s")]
    [InlineData("pause@1500ms:2m", "pause@1.5s:120s")]
    [InlineData("restart@1h", "restart@3600s")]
    public void TryParse_OtherUnits_AreTheSameFault(string text, string same)
    {
        PlannedFault.TryParse(text, out var fault).ShouldBeTrue();
        fault!.ToString().ShouldBe(same);
        PlannedFault.TryParse(same, out var other).ShouldBeTrue();
        fault.ShouldBe(other);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("kill")]
    [InlineData("kill@20")]
    [InlineData("kill@0s")]
    [InlineData("kill@-1s")]
    [InlineData("kill@20s:5s")]
    [InlineData("kill:20s")]
    [InlineData("pause@20s")]
    [InlineData("pause:20s@5s")]
    [InlineData("pause@20s:0s")]
    [InlineData("disk-full@20s")]
    [InlineData("disk-full@20s:0s")]
    [InlineData("disk-full@20s:601s")]
    [InlineData("disk_full@20s:1s")]
    [InlineData("none@20s:1s")]
    [InlineData("node-kill@20s")]
    [InlineData("node-kill@20s:601s")]
    [InlineData("pause@20s:601s")]
    [InlineData("kill@25h")]
    [InlineData("partition@20s")]
    [InlineData("none@1s")]
    public void TryParse_AnythingElse_IsNone(string? text) => PlannedFault.TryParse(text, out _).ShouldBeFalse();
}
