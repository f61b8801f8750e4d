namespace DbIngest.Analysis.Figures.Drawing;

/// <summary>One mark of an axis.</summary>
internal readonly record struct Tick(double Value, string Text);
