using DbIngest.Runner.Opening;

namespace DbIngest.Runner.Tests.Opening;

public class IdleServersTests
{
    [Fact]
    public void MostIdle_OneAndFourNodes_IsTheRingBesideTheNode() =>
        IdleServers.MostIdle([(1, 1.5), (2, 6)]).ShouldBe(6);

    [Fact]
    public void MostIdle_TargetWithoutServer_HasAllServersBesideIt() =>
        IdleServers.MostIdle([(null, 0), (1, 2), (2, 3)]).ShouldBe(5);

    [Fact]
    public void MostIdle_TargetsOfOneServer_CountItOnce() =>
        IdleServers.MostIdle([(1, 2), (1, 2.5), (2, 1)]).ShouldBe(2.5);

    [Fact]
    public void MostIdle_OneTarget_IsNothing() => IdleServers.MostIdle([(1, 100)]).ShouldBe(0);
}
