namespace DbIngest.Targets.Servers;

/// <summary>The verbs that a <see cref="ServerTarget{TTable}"/> guards.</summary>
internal enum ServerVerb
{
    /// <summary>Asks the server what it is.</summary>
    Describe,

    /// <summary>Makes the empty table.</summary>
    Prepare,

    /// <summary>Uses a table that another process has prepared.</summary>
    Attach,

    /// <summary>Opens a writer.</summary>
    OpenWriter,

    /// <summary>Waits until the server is quiet.</summary>
    Settle,

    /// <summary>Measures the disk space.</summary>
    Measure,

    /// <summary>Reads all records.</summary>
    Audit,

    /// <summary>Drops the table.</summary>
    Clean,
}
