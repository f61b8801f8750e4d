using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Tests;

/// <summary>A record that is there under its key with another content was not written by an attempt of ours.</summary>
internal static class OtherContent
{
    /// <summary>Writes a batch twice, which stores it once, and then with one value changed, which is refused for good.</summary>
    /// <param name="target">The target.</param>
    public static void ShouldBeRefused(ITarget target)
    {
        var workload = new PatternWorkload(3);
        target.Prepare(Trial.Table(workload, 1, 100));
        using var writer = target.OpenWriter(0);
        var batch = Trial.Batch(workload, 0, 0, 100);
        writer.Write(batch);
        writer.Write(batch);

        batch.Qualities[50] ^= 1;
        var error = Should.Throw<BatchWriteException>(() => writer.Write(batch));

        error.IsTransient.ShouldBeFalse();
        error.Message.ShouldContain("different content");
        writer.Recover(batch).ShouldBe(BatchFate.Absent);
    }
}
