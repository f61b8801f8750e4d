namespace DbIngest.Targets.Tests;

public sealed class LogGrowthTests
{
    private readonly LogGrowth _growth = new();

    [Fact]
    public void Take_OneStart_CountsFromTheFirstCall()
    {
        _growth.Take("a", start: 7, 1000).ShouldBe(0);
        _growth.Take("a", start: 7, 1500).ShouldBe(500);
        _growth.Take("a", start: 7, 1501).ShouldBe(501);
    }

    /// <summary>Cassandra numbers segments from the milliseconds of its start, so that the counter jumps ahead.</summary>
    [Fact]
    public void Take_StartedInBetween_CountsNothingAcrossTheStart()
    {
        _growth.Take("a", start: 7, 1000);
        _growth.Take("a", start: 7, 1010);

        _growth.Take("a", start: 8, 1_700_000_000_000).ShouldBe(10);
        _growth.Take("a", start: 8, 1_700_000_000_002).ShouldBe(12);
    }

    [Fact]
    public void Take_CounterHasFallen_BeganAnew()
    {
        _growth.Take("a", start: 1, 1000);

        _growth.Take("a", start: 1, 20).ShouldBe(0);
        _growth.Take("a", start: 1, 50).ShouldBe(30);
    }

    [Fact]
    public void Take_SeveralLogs_CountsEachApart()
    {
        _growth.Take("a", start: 1, 1000);
        _growth.Take("b", start: 1, 10);

        _growth.Take("b", start: 1, 15).ShouldBe(5);
        _growth.Take("a", start: 1, 1001).ShouldBe(1);
    }

    [Fact]
    public void Reset_CountsAnew()
    {
        _growth.Take("a", start: 1, 1000);
        _growth.Take("a", start: 1, 1500);

        _growth.Reset();

        _growth.Take("a", start: 1, 1600).ShouldBe(0);
        _growth.Take("a", start: 1, 1700).ShouldBe(100);
    }
}
