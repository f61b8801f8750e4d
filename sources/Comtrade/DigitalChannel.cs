namespace DbIngest.Sources.Comtrade;

/// <summary>A digital (status) channel of a configuration: one bit a sample.</summary>
/// <param name="Number">Its number as the configuration counts.</param>
/// <param name="Id">Its name.</param>
/// <param name="NormalState">Its state when nothing is wrong: 0 or 1.</param>
internal sealed record DigitalChannel(int Number, string Id, int NormalState);
