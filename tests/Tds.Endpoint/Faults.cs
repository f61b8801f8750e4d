namespace DbIngest.Tds.Endpoint;

/// <summary>What an endpoint does wrong on command.</summary>
public enum Fault
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>The connection is cut after some rows of a bulk load: none of them is there.</summary>
    CutInRows,

    /// <summary>All rows have come; the connection is cut before they are stored.</summary>
    CutBeforeCommit,

    /// <summary>The rows are stored; the connection is cut before the client hears of it.</summary>
    CutAfterCommit,

    /// <summary>The bulk load is refused by an error.</summary>
    Refuse,

    /// <summary>The answer does not come until the client gives up.</summary>
    Silence,

    /// <summary>All rows have come; the server takes so long that the client gives up, and stores them then.</summary>
    Lingers,

    /// <summary>The answer is cut off in the middle of a token.</summary>
    TruncateAnswer,
}
