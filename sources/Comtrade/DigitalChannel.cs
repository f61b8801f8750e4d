namespace DbIngest.Sources.Comtrade;

/// <summary>
/// A digital (status) channel of a configuration: one bit per sample. <see cref="ConfigurationParser"/> creates it.
/// <see cref="ChannelMap"/> names a value by it. Immutable.
/// </summary>
/// <param name="Number">The channel's number in the configuration.</param>
/// <param name="Id">The channel's name.</param>
/// <param name="NormalState">The channel's state in normal operation: 0 or 1.</param>
internal sealed record DigitalChannel(int Number, string Id, int NormalState);
