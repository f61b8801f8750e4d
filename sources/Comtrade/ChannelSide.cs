namespace DbIngest.Sources.Comtrade;

/// <summary>The side of an instrument transformer that the values of a channel are of.</summary>
internal enum ChannelSide
{
    /// <summary>The configuration does not say (revision 1991).</summary>
    Unstated,

    /// <summary>What flows in the plant.</summary>
    Primary,

    /// <summary>What reaches the recorder.</summary>
    Secondary,
}
