namespace DbIngest.Targets.Servers;

/// <summary>
/// The verbs of a target, which are the calls of <c>ITarget</c> that <see cref="ServerTarget{TTable}"/> guards. They select the
/// sentence of an error message and, in <see cref="SessionTarget{TSession, TTable}"/>, the timeout. A verb for which the target
/// has no sentence would be reported as a failed drop.
/// </summary>
internal enum ServerVerb
{
    /// <summary>Asks the server for product and settings.</summary>
    Describe,

    /// <summary>Creates the empty table.</summary>
    Prepare,

    /// <summary>Uses a table that another process has prepared.</summary>
    Attach,

    /// <summary>Creates the table if it is missing, and checks its shape otherwise.</summary>
    Ensure,

    /// <summary>Adds values to the records of a table that is written.</summary>
    AddValues,

    /// <summary>Opens a writer.</summary>
    OpenWriter,

    /// <summary>Connects for questions about time ranges.</summary>
    OpenQueries,

    /// <summary>Waits until the server is quiet.</summary>
    Settle,

    /// <summary>Measures the disk space.</summary>
    Measure,

    /// <summary>Reads all records.</summary>
    Audit,

    /// <summary>Drops the table.</summary>
    Clean,
}
