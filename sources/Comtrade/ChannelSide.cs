namespace DbIngest.Sources.Comtrade;

/// <summary>
/// The side of an instrument transformer that the values of a channel describe. <see cref="ConfigurationParser"/> reads it, the
/// input option <c>side=</c> chooses another, <see cref="ChannelMap"/> converts. Facts contain the names of its members: do not
/// rename them.
/// </summary>
internal enum ChannelSide
{
    /// <summary>The configuration does not say (revision 1991).</summary>
    Unstated,

    /// <summary>The values describe the plant.</summary>
    Primary,

    /// <summary>The values describe the recorder's input.</summary>
    Secondary,
}
