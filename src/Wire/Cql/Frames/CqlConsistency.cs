namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// How many replicas must answer before a request succeeds, numbered as in the protocol. <c>CassandraContracts</c> chooses it
/// from <c>--durability</c>. Writers and the audit send its number with every request, so the numbers must not change.
/// </summary>
public enum CqlConsistency
{
    /// <summary>Any node, if only by a hint.</summary>
    Any = 0,

    /// <summary>One replica.</summary>
    One = 1,

    /// <summary>Two replicas.</summary>
    Two = 2,

    /// <summary>Three replicas.</summary>
    Three = 3,

    /// <summary>More than half of all replicas.</summary>
    Quorum = 4,

    /// <summary>Every replica.</summary>
    All = 5,

    /// <summary>More than half of the replicas in the coordinator's data centre.</summary>
    LocalQuorum = 6,

    /// <summary>More than half of the replicas in each data centre.</summary>
    EachQuorum = 7,

    /// <summary>Linearizable, across data centres.</summary>
    Serial = 8,

    /// <summary>Linearizable, within the coordinator's data centre.</summary>
    LocalSerial = 9,

    /// <summary>One replica in the coordinator's data centre.</summary>
    LocalOne = 10,
}
