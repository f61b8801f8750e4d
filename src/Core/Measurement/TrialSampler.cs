using System.Diagnostics;

namespace DbIngest.Core.Measurement;

/// <summary>placeholder with the signature that the trial runner uses; the sampling itself follows.</summary>
public sealed class TrialSampler : IDisposable
{
    private long _ended;

    /// <summary>p</summary>
    /// <param name="clientProcesses">p</param>
    /// <param name="serverProcesses">p</param>
    /// <param name="acknowledged">p</param>
    public TrialSampler(IReadOnlyList<int> clientProcesses, Func<IReadOnlyList<int>> serverProcesses, Func<long> acknowledged)
    {
        _ = clientProcesses;
        _ = serverProcesses;
        _ = acknowledged;
    }

    /// <summary>Starts sampling.</summary>
    /// <param name="start">The common start, a Stopwatch timestamp.</param>
    public void Start(long start) => _ended = start;

    /// <summary>The last acknowledgement has come: from here on the database settles. The acknowledged callback is not called any more.</summary>
    public void EndIngest() => _ended = Stopwatch.GetTimestamp();

    /// <summary>Seconds since <see cref="EndIngest"/>.</summary>
    /// <returns>Seconds.</returns>
    public double SinceIngestS() => Stopwatch.GetElapsedTime(_ended).TotalSeconds;

    /// <summary>Ends sampling.</summary>
    /// <returns>The report.</returns>
    public SamplerReport Stop() => new([], null, null);

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
