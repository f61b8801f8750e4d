using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;

namespace DbIngest.Clusters.Tests.Providers;

public class EveryNodeTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Fact]
    public void Select_SeveralNodes_WorksAtOnceAndGivesTheirOrder()
    {
        using var all = new Barrier(16);

        EveryNode.Select(16, i =>
        {
            all.SignalAndWait(Patience).ShouldBeTrue("they wait for each other");
            return i * 2;
        }).ShouldBe(Enumerable.Range(0, 16).Select(i => i * 2));
    }

    [Fact]
    public void Do_OneFails_TheOthersAreDoneAndTheFirstFailureIsThrown()
    {
        int done = 0;

        Should.Throw<ClusterException>(() => EveryNode.Do(40, i =>
        {
            if (i is 3 or 20)
            {
                throw new ClusterException(i == 3 ? "the third" : "another");
            }

            Interlocked.Increment(ref done);
        })).Message.ShouldBe("the third");
        done.ShouldBe(38);
    }
}
