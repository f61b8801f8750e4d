namespace DbIngest.Targets.Tests;

public sealed class WaitingTests
{
    [Fact]
    public void Until_StateNeverReached_ThrowsInsteadOfReturningAsIfItWere()
    {
        var tooLate = new TimeoutException();
        Should.Throw<TimeoutException>(() =>
            Waiting.Until(() => false, TimeSpan.Zero, TimeSpan.Zero, () => tooLate, CancellationToken.None))
            .ShouldBeSameAs(tooLate);
    }

    [Fact]
    public void Until_StateReachedLater_Returns()
    {
        int asked = 0;
        Waiting.Until(() => ++asked == 3, TimeSpan.Zero, TimeSpan.FromHours(1), () => new TimeoutException(),
            CancellationToken.None);
        asked.ShouldBe(3);
    }

    [Fact]
    public void Until_CancelledInThePause_EndsAtOnce()
    {
        using var source = new CancellationTokenSource();
        Should.Throw<OperationCanceledException>(() => Waiting.Until(
            () =>
            {
                source.Cancel();
                return false;
            },
            TimeSpan.FromHours(1),
            TimeSpan.FromHours(1),
            () => new TimeoutException(),
            source.Token));
    }
}
