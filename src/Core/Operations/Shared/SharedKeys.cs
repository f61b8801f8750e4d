namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// The records that all lanes of all sources share: those that are loaded before the mix begins. A record has one index over all
/// sources. Neighbouring indices belong to different sources, so that the newest records of all sources have the last indices.
/// Records that lanes insert are not among them. <see cref="SharedStream"/> draws a lane's records by it.
/// <see cref="Trials.MixAudit"/>, <see cref="SharedReplay"/> and <see cref="SharedVerdict"/> create an equal one in the audit, so
/// that lanes and audit mean the same record by an index. Immutable.
/// </summary>
internal sealed class SharedKeys
{
    private readonly OperationRequest _request;
    private readonly RankOrder _order;

    /// <summary>Creates the keys of a trial.</summary>
    /// <param name="request">What the operations derive from.</param>
    public SharedKeys(OperationRequest request)
    {
        _request = request;
        Count = request.LoadedRecords * request.Sources;
        _order = new RankOrder(Count);
    }

    /// <summary>Records that are shared.</summary>
    public long Count { get; }

    /// <summary>Loaded records of each source.</summary>
    public long PerSource => _request.LoadedRecords;

    /// <summary>The source of a record.</summary>
    public int SourceOf(long index) => (int)(index % _request.Sources);

    /// <summary>The sequence number of a record within its source.</summary>
    public long SequenceOf(long index) => index / _request.Sources;

    /// <summary>The index of a record.</summary>
    public long IndexOf(int source, long sequence) => (sequence * _request.Sources) + source;

    /// <summary>Draws a record by the law of the mix.</summary>
    /// <param name="bits">
    /// 64 uniform random bits. Further bits derive from them, so that a lane's own stream advances by one.
    /// </param>
    /// <param name="zipf">The caller's own law, which caches figures for the number of records. Not shared by threads.</param>
    public long Choose(ulong bits, ref ZipfLaw zipf) => _request.Mix.Keys switch
    {
        KeyChoice.Zipfian => _order.KeyOf(zipf.Draw(bits, Count)),
        KeyChoice.Latest => Count - 1 - zipf.Draw(bits, Count),
        KeyChoice.Ycsb => YcsbLaw.Draw(bits, Count, Count),
        _ => (long)Math.BigMul(bits, (ulong)Count, out _),
    };

    /// <summary>
    /// The record of a rank of popularity, from 0. The order is arbitrary if all records are equally popular. With YCSB's law two
    /// ranks may have the same record.
    /// </summary>
    public long Popular(long rank) => _request.Mix.Keys switch
    {
        KeyChoice.Latest => Count - 1 - rank,
        KeyChoice.Ycsb => YcsbLaw.Hash(rank) % Count,
        _ => _order.KeyOf(rank),
    };
}
