namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>A mark of an axis.</summary>
/// <param name="Value">Where.</param>
/// <param name="Text">What is written there; empty for a mark without text.</param>
internal readonly record struct Tick(double Value, string Text);
