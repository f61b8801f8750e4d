using DbIngest.Abstractions.Targets;
using DbIngest.Core.Targets;

namespace DbIngest.Core.Tests.Targets;

/// <summary>Steps of <c>--add-values</c> that a server refuses for a moment.</summary>
public sealed class RepeatedTests
{
    /// <summary>A server may take longer to refuse than the step is repeated, as when it waits for a lock.</summary>
    [Fact]
    public void Until_FirstFailureComesLate_IsRepeatedAllTheSame()
    {
        int calls = 0;

        Repeated.Until(() =>
        {
            if (++calls == 1)
            {
                Thread.Sleep(20);
                throw new TargetException("The table is locked.");
            }
        }, TimeSpan.FromMilliseconds(1), CancellationToken.None);

        calls.ShouldBe(2);
    }

    [Fact]
    public void Until_FailsForLonger_Throws()
    {
        int calls = 0;

        Should.Throw<TargetException>(() => Repeated.Until(() => throw new TargetException($"Refused, {++calls}."),
            TimeSpan.FromMilliseconds(1), CancellationToken.None)).Message.ShouldBe("Refused, 2.");
    }

    [Fact]
    public void Until_Stopped_IsNotRepeated()
    {
        int calls = 0;
        using var stop = new CancellationTokenSource();
        stop.Cancel();

        Should.Throw<TargetException>(() => Repeated.Until(() => throw new TargetException($"Refused, {++calls}."),
            TimeSpan.FromMinutes(1), stop.Token)).Message.ShouldBe("Refused, 1.");
    }
}
